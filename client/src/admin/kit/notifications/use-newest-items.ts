import { useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { useRefetchInterval } from '@/admin/kit/rows/use-refetch-interval';
import { isItemKind, type ItemKind } from './kinds';

export type NewestItem = { kind: ItemKind; id: string; name: string; createdAt: string };

/** The maximum of items that are fetched of each kind of source. */
const knownItems = 50;

async function fetchForms(): Promise<NewestItem[]> {
  const client = await sb();
  const rows = unwrap(
    await client
      .from('form_submissions')
      .select('id, form_type, name, created_at')
      .order('created_at', { ascending: false })
      .limit(knownItems),
  );
  return rows.flatMap(({ id, form_type, name, created_at }) =>
    isItemKind(form_type) ? [{ kind: form_type, id, name, createdAt: created_at }] : [],
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
      .limit(knownItems),
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
  const newest = all.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  return newest.slice(0, knownItems);
}

/** The newest items of every kind. Also refetched in a hidden page, for its title. */
export const useNewestItems = () =>
  useQuery({
    queryKey: ['newest_items'],
    queryFn: fetchNewest,
    ...useRefetchInterval(),
    refetchIntervalInBackground: true,
  });
