import type { Order } from './order-flag';

type Notes = Order['notes'];

// The public form leaves the edition wanted in the notes, as fr or ar. What the staff writes comes
// below it, on lines of its own, so that the edition is never lost.
const marked = /^(fr|ar)(?:\n|$)/;

/** The edition that was ordered, where the form has said it. */
export function editionOf(notes: Notes): 'fr' | 'ar' | undefined {
  const edition = marked.exec(notes ?? '')?.[1];
  return edition === 'fr' || edition === 'ar' ? edition : undefined;
}

/** What somebody wrote, without the edition. */
export const remarkIn = (notes: Notes): string => (notes ?? '').replace(marked, '');

/** The notes with another remark, and the same edition. */
export function withRemark(notes: Notes, remark: string): Notes {
  const text = [editionOf(notes), remark.trim()].filter(Boolean).join('\n');
  return text === '' ? null : text;
}
