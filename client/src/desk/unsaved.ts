// What is typed and not saved, outside React: leaving asks here before it goes.
const marks = new Set<symbol>();

/** Says that a form holds words that are not saved. What is returned says that they are, or are given up. */
export function markUnsaved(): () => void {
  const mark = Symbol('unsaved');
  marks.add(mark);
  return () => void marks.delete(mark);
}

/** Whether any form of this page holds words that are not saved. */
export const hasUnsaved = (): boolean => marks.size > 0;
