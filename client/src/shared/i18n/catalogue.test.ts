import { describe, expect, it } from 'vitest';

type Messages = { [key: string]: string | Messages };
type Three = Record<'en' | 'fr' | 'ar', Messages>;

const files = import.meta.glob<Messages>('./*/*.json', { eager: true, import: 'default' });

/** Every namespace in all three languages; {} where a language lacks the file. */
const catalogues: Record<string, Three> = Object.fromEntries(
  Object.keys(files)
    .map((path) => path.split('/').at(-1) ?? '')
    .map((name) => [
      name,
      { en: messagesOf('en', name), fr: messagesOf('fr', name), ar: messagesOf('ar', name) },
    ]),
);

function messagesOf(language: string, name: string): Messages {
  return files[`./${language}/${name}`] ?? {};
}

const pluralForm = /_(zero|one|two|few|many|other)$/;

// Texts that are the same in French: names, symbols or loan words.
const sameInFrench =
  /^(\W|\d|\{\{\w+\}\}|[a-z]{1,2}\b|DH)*$|^(Contact|Continents?|Altitude|Europe|Pages|Message|Total|Menu|E-mail|Media|Articles?|Actions?|Interviews?|Podcasts?|Radio|Magazines?|Logo|Images?|Code|Questions|MAD|Journal|WhatsApp|Aconcagua|Denali|Everest|Toubkal|Camp \d)$/i;

function flat(messages: Messages, path = ''): Map<string, string> {
  const entries = Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : [...flat(value, `${path}${key}.`)],
  );
  return new Map(entries);
}

const stems = (messages: Map<string, string>) =>
  new Set([...messages.keys()].map((key) => key.replace(pluralForm, '')));

const pluralStems = (messages: Map<string, string>) =>
  new Set(
    [...messages.keys()]
      .filter((key) => pluralForm.test(key))
      .map((key) => key.replace(pluralForm, '')),
  );

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name = '']) => name)
    .toSorted((a, b) => a.localeCompare(b));

describe.each(Object.entries(catalogues))('%s messages', (_name, catalogue) => {
  const english = flat(catalogue.en);

  describe.each([
    ['en', english],
    ['fr', flat(catalogue.fr)],
    ['ar', flat(catalogue.ar)],
  ] as const)('in %s', (language, messages) => {
    it('have every key and no other', () => {
      expect(stems(messages)).toEqual(stems(english));
    });

    it('have every plural form of the language', () => {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const missing = [...pluralStems(english)].flatMap((stem) =>
        forms.map((form) => `${stem}_${form}`).filter((key) => !messages.has(key)),
      );
      expect(missing).toEqual([]);
    });

    it('are nowhere empty', () => {
      expect([...messages].filter(([, text]) => text.trim() === '')).toEqual([]);
    });

    // A plural form that spells the number out ("one copy") may omit its placeholder; none may add one.
    it('have the placeholders of the English text', () => {
      const wrong = [...messages].filter(([key, text]) => {
        const want = placeholders(
          english.get(key) ?? english.get(key.replace(pluralForm, '_other')) ?? '',
        );
        const got = placeholders(text);
        if (/_(zero|one|two)$/.test(key)) return got.some((name) => !want.includes(name));
        return got.join() !== want.join();
      });
      expect(wrong).toEqual([]);
    });
  });

  it('are translated, not copied', () => {
    const french = flat(catalogue.fr);
    const arabic = flat(catalogue.ar);
    const copied = [...english].filter(
      ([key, text]) =>
        (french.get(key) === text && !sameInFrench.test(text)) ||
        (arabic.get(key) === text && /[a-z]{3}/i.test(text.replace(/\{\{\w+\}\}/g, ''))),
    );
    expect(copied).toEqual([]);
  });
});
