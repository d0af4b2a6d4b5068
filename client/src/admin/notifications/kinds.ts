/** What the public forms create: the form types of the view form_submissions, and reviews. */
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

/** The screen of a kind. */
export const screenOf = (kind: ItemKind) => screens[kind];

/** The URL that opens an item. */
export const addressOf = ({ kind, id }: { kind: ItemKind; id: string }): string =>
  `${screens[kind]}?open=${id}`;
