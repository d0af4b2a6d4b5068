// What is typed and not saved, outside React: leaving asks here before it goes.
const marks = new Set<{ giveUp: () => void }>();

/**
 * Says that a form holds words that are not saved. What is returned says that they are, or are gone;
 * `giveUp` runs when somebody has said that they may be.
 */
export function setDirty(giveUp: () => void = () => {}): () => void {
  const mark = { giveUp };
  marks.add(mark);
  return () => void marks.delete(mark);
}

/** Whether any form of this page holds words that are not saved. */
export const hasUnsaved = (): boolean => marks.size > 0;

/** Somebody has been asked and leaves all the same: nothing is kept of what is not saved. */
export function discardChanges(): void {
  for (const { giveUp } of marks) giveUp();
  marks.clear();
}
