import { tables } from '@/shared/api/tables';

type Items = NonNullable<(typeof tables)[keyof typeof tables]['item']>;

/** The kind of an item that a public form creates: a form type of the view form_submissions, or a review. */
export type ItemKind = Items['kind'];

const items: Items[] = Object.values(tables).flatMap(({ item }) => item ?? []);

export const itemKinds: readonly ItemKind[] = items.map(({ kind }) => kind);

export const isItemKind = (value: unknown): value is ItemKind =>
  itemKinds.some((kind) => kind === value);

const lists = new Map(items.map(({ kind, list }) => [kind, list]));

/** The screen with the list of a kind. */
export const screenOf = (kind: ItemKind): string => lists.get(kind) ?? '/admin/dashboard';

/** The URL that opens an item. */
export const addressOf = ({ kind, id }: { kind: ItemKind; id: string }): string =>
  `${screenOf(kind)}?open=${id}`;
