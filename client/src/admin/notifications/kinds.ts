/** What comes in from outside, as the view form_submissions names it, and reviews. */
export const itemKinds = [
  'book_order',
  'contact',
  'speaking',
  'sponsorship',
  'retreat',
  'review',
] as const;
export type ItemKind = (typeof itemKinds)[number];

export const isItemKind = (value: unknown): value is ItemKind =>
  itemKinds.some((kind) => kind === value);

const screens = {
  book_order: '/admin/book-orders',
  contact: '/admin/form-submissions',
  speaking: '/admin/form-submissions',
  sponsorship: '/admin/form-submissions',
  retreat: '/admin/form-submissions',
  review: '/admin/book-reviews',
} as const satisfies Record<ItemKind, string>;

/** The screen where things of a kind are worked on. */
export const screenOf = (kind: ItemKind) => screens[kind];

/** The address at which one of them is open. */
export const addressOf = ({ kind, id }: { kind: ItemKind; id: string }): string =>
  `${screens[kind]}?open=${id}`;
