import { sameField, wordsFields, type PostWords, type WordsField } from './post-words';

export type Merge = {
  /** Both sides' changes; where both changed one field, ours. */
  words: PostWords;
  /** Fields that both changed, to different words. */
  clashes: WordsField[];
};

/** Brings two people's changes of one text together: `base` is what both began with. */
export function mergeTranslations(base: PostWords, ours: PostWords, theirs: PostWords): Merge {
  const taken = wordsFields.filter((field) => sameField(field, base, ours));
  const clashes = wordsFields.filter(
    (field) =>
      !sameField(field, base, ours) &&
      !sameField(field, base, theirs) &&
      !sameField(field, ours, theirs),
  );
  return { words: { ...ours, ...pick(theirs, taken) }, clashes };
}

/** Some fields of a state. */
export const pick = (words: PostWords, fields: WordsField[]): Partial<PostWords> =>
  Object.fromEntries(fields.map((field) => [field, words[field]]));
