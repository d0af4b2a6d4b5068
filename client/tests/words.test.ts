import { describe, expect, it } from 'vitest';
import { sources } from './sources';

type Messages = { [key: string]: string | Messages };

const keysOf = (messages: Messages, path = ''): string[] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : keysOf(value, `${path}${key}.`),
  );

const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

const english = import.meta.glob<Messages>(
  ['../src/i18n/en/*.json', '!../src/i18n/en/print.json'], // print is used by the Go program
  { eager: true, import: 'default' },
);
const catalogues = Object.entries(english).map(
  ([path, messages]) => [/([\w-]+)\.json$/.exec(path)?.[1] ?? '', messages] as const,
);

const code = sources(/(?<!\.test)\.tsx?$/)
  .map(({ text }) => text)
  .join('\n');
// t(`order.editions.${edition}`) uses every key below order.editions.
const prefixes = [...code.matchAll(/`(?:[\w-]+:)?([\w.]+\.)\$\{/g)].map(
  ([, prefix = '']) => prefix,
);

const isUsed = (namespace: string, key: string) =>
  ["'", '"', '`', `${namespace}:`].some((mark) => code.includes(`${mark}${key}`)) ||
  prefixes.some((prefix) => key.startsWith(prefix));

describe('i18n keys', () => {
  it.each(catalogues)('of %s are all used', (namespace, messages) => {
    const keys = new Set(keysOf(messages).map(stem));
    expect([...keys].filter((key) => !isUsed(namespace, key))).toEqual([]);
  });

  it('are used for every text in the markup', () => {
    const written = sources(/(?<!\.test)\.tsx$/).flatMap(({ path, text: source }) =>
      [...source.matchAll(/>\s*([A-Za-z][a-z]+(?: [A-Za-z]+)+[.!?]?)\s*</g)].map(
        ([, text]) => `${path}: ${text}`,
      ),
    );
    expect(written).toEqual([]);
  });
});
