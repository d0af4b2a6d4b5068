import { describe, expect, it } from 'vitest';
import { publicRoutes } from '../src/app/routes';
import { sitePages } from '../src/features/site-search/site-pages';

describe('the pages that the search knows', () => {
  it('are those that the navigation names, by the same words', () => {
    const named = publicRoutes.flatMap(({ path, label }) =>
      label === undefined ? [] : [{ to: path, word: label }],
    );
    const known = sitePages.map(({ to, word }) => ({ to, word }));
    expect(known).toEqual(expect.arrayContaining(named));
  });
});
