/** Some fields of the values. */
export function pickFields<V extends object>(values: V, fields: readonly (keyof V)[]): Partial<V> {
  const picked: Partial<V> = {};
  for (const field of fields) picked[field] = values[field];
  return picked;
}

/** The fields that are merged, and whether one is the same in two versions. */
export type Fields<V, F> = { names: readonly F[]; isSame: (field: F, a: V, b: V) => boolean };

/**
 * Three-way merge of two edits; `base` is the common ancestor. In fields that both sides changed to different
 * values (`conflicts`) ours stay, for the user to choose.
 */
export function mergeEdits<V extends object, F extends keyof V>(
  { base, ours, theirs }: { base: V; ours: V; theirs: V },
  { names, isSame }: Fields<V, F>,
): { values: V; conflicts: F[] } {
  const untouched = names.filter((field) => isSame(field, base, ours));
  const conflicts = names.filter(
    (field) =>
      !isSame(field, base, ours) && !isSame(field, base, theirs) && !isSame(field, ours, theirs),
  );
  return { values: { ...ours, ...pickFields(theirs, untouched) }, conflicts };
}

type Write<V, F> = {
  /** The values that were stored before, as far as is known here. */
  saved: V;
  /** The values that were written. */
  sent: V;
  /** The fields that were written. */
  written: readonly F[];
  /** The values by now: typing goes on during a write. */
  ours: V;
  /** The row after the write. */
  stored: V;
};

/**
 * As mergeEdits, after a write that found changes of other fields in the row (see rows/write-unless-changed).
 * `saved` are the stored values; of the written fields as they were sent, since the server may spell them
 * another way.
 */
export function mergeStored<V extends object, F extends keyof V>(
  { saved, sent, written, ours, stored }: Write<V, F>,
  fields: Fields<V, F>,
): { values: V; conflicts: F[]; base: V; saved: V } {
  const own = pickFields(sent, written);
  const versions = { base: { ...saved, ...own }, ours, theirs: { ...stored, ...own } };
  return { ...mergeEdits(versions, fields), base: versions.base, saved: versions.theirs };
}
