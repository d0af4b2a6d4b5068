import type { Order } from './order-flag';

type Notes = Order['notes'];

// The public form stores the edition in the first line of the notes, as fr or ar. Notes of the staff follow
// on their own lines.
const marked = /^(fr|ar)(?:\n|$)/;

/** The ordered edition, if the form stored one. */
export function editionOf(notes: Notes): 'fr' | 'ar' | undefined {
  const edition = marked.exec(notes ?? '')?.[1];
  return edition === 'fr' || edition === 'ar' ? edition : undefined;
}

/** The notes without the edition. */
export const remarkIn = (notes: Notes): string => (notes ?? '').replace(marked, '');

/** Replaces the notes and keeps the edition. */
export function withRemark(notes: Notes, remark: string): Notes {
  const text = [editionOf(notes), remark.trim()].filter(Boolean).join('\n');
  return text === '' ? null : text;
}
