// What is typed and not saved, outside React: leaving asks here before it goes.
const dirtyForms = new Set<{ onDiscard: () => void }>();

/**
 * Says that a form holds words that are not saved. What is returned says that they are, or are gone;
 * `onDiscard` runs when somebody has said that they may be.
 */
export function setDirty(onDiscard: () => void = () => {}): () => void {
  const form = { onDiscard };
  dirtyForms.add(form);
  return () => void dirtyForms.delete(form);
}

/** Whether any form of this page holds words that are not saved. */
export const hasUnsaved = (): boolean => dirtyForms.size > 0;

/** Somebody has been asked and leaves all the same: nothing is kept of what is not saved. */
export function discardChanges(): void {
  for (const { onDiscard } of dirtyForms) onDiscard();
  dirtyForms.clear();
}
