import { sameField, postFields, type PostValues, type PostField } from './post-values';

export type Merge = {
  /** The changes of both sides; ours in conflicting fields. */
  words: PostValues;
  /** Fields that both sides changed to different values. */
  conflicts: PostField[];
};

/** Three-way merge; `base` is the common ancestor. */
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

/** Some fields of the values. */
export const pick = (words: PostValues, fields: PostField[]): Partial<PostValues> =>
  Object.fromEntries(fields.map((field) => [field, words[field]]));
