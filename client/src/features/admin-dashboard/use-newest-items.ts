import { useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import { following } from '../../desk/rows/following';

export const itemKinds = [
  'book_order',
  'contact',
  'speaking',
  'sponsorship',
  'retreat',
  'review',
] as const;
export type ItemKind = (typeof itemKinds)[number];
export type NewestItem = { kind: ItemKind; id: string; name: string; createdAt: string };

const shown = 8;

const isKind = (value: unknown): value is ItemKind => itemKinds.some((kind) => kind === value);

async function fetchForms(): Promise<NewestItem[]> {
  const client = await sb();
  const rows = unwrap(
    await client
      .from('form_submissions')
      .select('id, form_type, name, email, created_at')
      .order('created_at', { ascending: false })
      .limit(shown),
  );
  return rows.flatMap(({ id, form_type, name, email, created_at }) =>
    id === null || created_at === null || !isKind(form_type)
      ? []
      : [{ kind: form_type, id, name: name ?? email ?? '', createdAt: created_at }],
  );
}

async function fetchReviews(): Promise<NewestItem[]> {
  const client = await sb();
  const rows = unwrap(
    await client
      .from('book_reviews')
      .select('id, name, created_at')
      .eq('status', 'pending')
      .order('created_at', { ascending: false })
      .limit(shown),
  );
  return rows.map(({ id, name, created_at }) => ({
    kind: 'review',
    id,
    name,
    createdAt: created_at,
  }));
}

async function fetchNewest(): Promise<NewestItem[]> {
  const all = (await Promise.all([fetchForms(), fetchReviews()])).flat();
  return all.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)).slice(0, shown);
}

/** What came in last, of every kind; asked for again while the page is hidden too, for its title. */
export const useNewestItems = () =>
  useQuery({
    queryKey: ['newest_items'],
    queryFn: fetchNewest,
    ...following,
    refetchIntervalInBackground: true,
  });
