import { describe, expect, it } from 'vitest';
import adminWords from '../src/i18n/admin.en.json';
import siteWords from '../src/i18n/en.json';
import { sources } from './sources';

type Words = { [key: string]: string | Words };

const keysOf = (words: Words, path = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : keysOf(value, `${path}${key}.`),
  );

const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

describe('words', () => {
  const code = sources(/(?<!\.test)\.tsx?$/)
    .map(({ text }) => text)
    .join('\n');
  // t(`order.editions.${edition}`) uses every key below order.editions.
  const families = [...code.matchAll(/`(?:admin:)?([\w.]+\.)\$\{/g)].map(
    ([, family = '']) => family,
  );
  const isUsed = (key: string) =>
    ["'", '"', 'admin:'].some((mark) => code.includes(`${mark}${key}`)) ||
    families.some((family) => key.startsWith(family));

  it.each([
    ['site', siteWords],
    ['admin', adminWords],
  ])('of %s are all said somewhere', (_name, words) => {
    expect([...new Set(keysOf(words).map(stem))].filter((key) => !isUsed(key))).toEqual([]);
  });

  it('stand nowhere in the markup', () => {
    const written = sources(/(?<!\.test)\.tsx$/).flatMap(({ path, text }) =>
      [...text.matchAll(/>\s*([A-Za-z][a-z]+(?: [A-Za-z]+)+[.!?]?)\s*</g)].map(
        ([, words]) => `${path}: ${words}`,
      ),
    );
    expect(written).toEqual([]);
  });
});
