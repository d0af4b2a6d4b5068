import { describe, expect, it } from 'vitest';
import { sources } from './sources';

type Words = { [key: string]: string | Words };

const keysOf = (words: Words, path = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : keysOf(value, `${path}${key}.`),
  );

const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

const english = import.meta.glob<Words>(
  ['../src/i18n/en/*.json', '!../src/i18n/en/print.json'], // print is said by the Go program
  { eager: true, import: 'default' },
);
const catalogues = Object.entries(english).map(
  ([path, words]) => [/([\w-]+)\.json$/.exec(path)?.[1] ?? '', words] as const,
);

const code = sources(/(?<!\.test)\.tsx?$/)
  .map(({ text }) => text)
  .join('\n');
// t(`order.editions.${edition}`) uses every key below order.editions.
const families = [...code.matchAll(/`(?:[\w-]+:)?([\w.]+\.)\$\{/g)].map(
  ([, family = '']) => family,
);

const isSaid = (namespace: string, key: string) =>
  ["'", '"', '`', `${namespace}:`].some((mark) => code.includes(`${mark}${key}`)) ||
  families.some((family) => key.startsWith(family));

describe('words', () => {
  it.each(catalogues)('of %s are all said somewhere', (namespace, words) => {
    const keys = new Set(keysOf(words).map(stem));
    expect([...keys].filter((key) => !isSaid(namespace, key))).toEqual([]);
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
