// The forms with unsaved changes, outside React: navigation checks them.
const dirtyForms = new Set<{ onDiscard: () => void }>();

/**
 * Marks a form as having unsaved changes; the returned function clears the mark. `onDiscard` is called when
 * the user discards them.
 */
export function setDirty(onDiscard: () => void = () => {}): () => void {
  const form = { onDiscard };
  dirtyForms.add(form);
  return () => void dirtyForms.delete(form);
}

/** Whether any form of this page has unsaved changes. */
export const hasUnsaved = (): boolean => dirtyForms.size > 0;

/** Discards the unsaved changes of all forms, after the user has confirmed it. */
export function discardChanges(): void {
  for (const { onDiscard } of dirtyForms) onDiscard();
  dirtyForms.clear();
}
