import { sameField, postFields, type PostValues, type PostField } from './post-values';

export type Merge = {
  /** Both sides' changes; where both changed one field, ours. */
  words: PostValues;
  /** Fields that both changed, to different words. */
  conflicts: PostField[];
};

/** Brings two people's changes of one text together: `base` is what both began with. */
export function mergeTranslations(base: PostValues, ours: PostValues, theirs: PostValues): Merge {
  const taken = postFields.filter((field) => sameField(field, base, ours));
  const conflicts = postFields.filter(
    (field) =>
      !sameField(field, base, ours) &&
      !sameField(field, base, theirs) &&
      !sameField(field, ours, theirs),
  );
  return { words: { ...ours, ...pick(theirs, taken) }, conflicts };
}

/** Some fields of a state. */
export const pick = (words: PostValues, fields: PostField[]): Partial<PostValues> =>
  Object.fromEntries(fields.map((field) => [field, words[field]]));
