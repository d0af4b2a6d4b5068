import { describe, expect, it } from 'vitest';
type Words = { [key: string]: string | Words };
type Three = Record<'en' | 'fr' | 'ar', Words>;

const files = import.meta.glob<Words>('./*/*.json', { eager: true, import: 'default' });

/** Every namespace that a language has, in all three: one that lacks a file has no words. */
const catalogues: Record<string, Three> = Object.fromEntries(
  Object.keys(files)
    .map((path) => path.split('/').at(-1) ?? '')
    .map((name) => [
      name,
      { en: wordsOf('en', name), fr: wordsOf('fr', name), ar: wordsOf('ar', name) },
    ]),
);

function wordsOf(language: string, name: string): Words {
  return files[`./${language}/${name}`] ?? {};
}

const pluralForm = /_(zero|one|two|few|many|other)$/;

// Words that are the same in French because they are names, signs or loan words.
const sameInFrench =
  /^(\W|\d|\{\{\w+\}\}|[a-z]{1,2}\b|DH)*$|^(Contact|Continents?|Altitude|Europe|Pages|Message|Total|Menu|E-mail|Media|Articles?|Actions?|Interviews?|Podcasts?|Radio|Magazines?|Logo|Images?|Code|Questions|MAD|Journal|WhatsApp)$/i;

function flat(words: Words, path = ''): Map<string, string> {
  const entries = Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as const] : [...flat(value, `${path}${key}.`)],
  );
  return new Map(entries);
}

const stems = (words: Map<string, string>) =>
  new Set([...words.keys()].map((key) => key.replace(pluralForm, '')));

const pluralStems = (words: Map<string, string>) =>
  new Set(
    [...words.keys()]
      .filter((key) => pluralForm.test(key))
      .map((key) => key.replace(pluralForm, '')),
  );

const marks = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name = '']) => name)
    .toSorted((a, b) => a.localeCompare(b));

describe.each(Object.entries(catalogues))('%s words', (_name, catalogue) => {
  const english = flat(catalogue.en);

  describe.each([
    ['en', english],
    ['fr', flat(catalogue.fr)],
    ['ar', flat(catalogue.ar)],
  ] as const)('in %s', (language, words) => {
    it('have every key and no other', () => {
      expect(stems(words)).toEqual(stems(english));
    });

    it('have every plural form of the language', () => {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const missing = [...pluralStems(english)].flatMap((stem) =>
        forms.map((form) => `${stem}_${form}`).filter((key) => !words.has(key)),
      );
      expect(missing).toEqual([]);
    });

    it('are nowhere empty', () => {
      expect([...words].filter(([, text]) => text.trim() === '')).toEqual([]);
    });

    // A form that says the number in a word ("one copy") may leave its mark out; none may add one.
    it('have the marks of the English text', () => {
      const wrong = [...words].filter(([key, text]) => {
        const want = marks(
          english.get(key) ?? english.get(key.replace(pluralForm, '_other')) ?? '',
        );
        const got = marks(text);
        if (/_(zero|one|two)$/.test(key)) return got.some((mark) => !want.includes(mark));
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
