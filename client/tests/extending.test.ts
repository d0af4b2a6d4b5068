import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sources } from './sources';

const guide = readFileSync(resolve('../docs/extending-the-site.md'), 'utf8');

/** The files that a section names, with one for each language. */
function filesIn(heading: string): string[] {
  const section = guide.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const named = [...section.matchAll(/`((?:client|schema|policies)\/[^`]+)`/g)];
  return named.flatMap(([, path = '']) =>
    path.includes('{en,fr,ar}')
      ? ['en', 'fr', 'ar'].map((language) => path.replace('{en,fr,ar}', language))
      : [path],
  );
}

/** The files below client/src that name a thing, but tests and generated files. */
const naming = (name: RegExp, within = /./): string[] =>
  sources(/(?<!\.test|\.gen)\.(?:tsx?|json)$/)
    .filter(({ path, text }) => within.test(path) && name.test(text))
    .map(({ path }) => `client/src/${path}`)
    .toSorted();

const inClient = (files: string[]) => files.filter((path) => path.startsWith('client/')).toSorted();

describe('the guide to extending the site', () => {
  it.each([
    { heading: 'A table in the back-office', files: 16 },
    { heading: 'A field of the order form', files: 7 },
    { heading: 'A screen of the back-office', files: 9 },
    { heading: 'A list of the back-office', files: 1 },
    { heading: 'A page with text', files: 10 },
  ])('names files that exist: $heading', ({ heading, files }) => {
    expect(filesIn(heading)).toHaveLength(files);
    expect(filesIn(heading).filter((path) => !existsSync(resolve('..', path)))).toEqual([]);
  });

  it('names every file that a table is in', () => {
    const named = naming(/speaking_topics|speaking-topics|SpeakingTopics|speakingTopics/);
    expect(inClient(filesIn('A table in the back-office'))).toEqual(named);
  });

  it('names every file that a field of the order form is in', () => {
    const named = naming(/postalCode/, /^(?:features\/book-order\/|i18n\/\w+\/book\.json)/);
    expect(inClient(filesIn('A field of the order form'))).toEqual(named);
  });

  it('names the lists that compose their parts themselves', () => {
    expect(naming(/list\/list-toolbar'|\.\/list-toolbar'/)).toEqual([
      'client/src/admin/list/list-screen.tsx',
      'client/src/admin/pictures/picture-browser.tsx',
      'client/src/features/admin-content/content-toolbar.tsx',
    ]);
    expect(naming(/<ListScreen/)).toHaveLength(10); // two inboxes in one, and its own file
  });

  it('names every file that a screen is in', () => {
    const named = naming(/trash-page|TrashPage|typeof adminTrash|"trash": "/);
    const own = /admin-trash\.json$|admin-kit\.json$/;
    expect(
      inClient(filesIn('A screen of the back-office')).filter((path) => !own.test(path)),
    ).toEqual(named.filter((path) => !own.test(path)));
  });
});
