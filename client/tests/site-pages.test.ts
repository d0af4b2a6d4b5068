import { describe, expect, it } from 'vitest';
import { publicRoutes } from '../src/site/app/routes';
import { sitePages } from '../src/site/features/site-search/use-search-entries';

describe('the searchable pages', () => {
  it('include those of the navigation, with the same message keys', () => {
    const named = publicRoutes.flatMap(({ path, label }) =>
      label === undefined ? [] : [{ to: path, key: label }],
    );
    const known = sitePages.map(({ to, key }) => ({ to, key }));
    expect(known).toEqual(expect.arrayContaining(named));
  });
});
