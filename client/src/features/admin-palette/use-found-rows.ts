import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sb } from '@/api/client';
import { unwrap } from '@/api/failures';
import { withFilters } from '@/admin/rows/filters';
import { foldedSearch } from '@/admin/rows/folded-search';
import { searchCondition } from '@/admin/rows/search';

export type FoundKind = 'orders' | 'inquiries' | 'posts';
type FoundRow = { kind: FoundKind; id: string; label: string; note: string; to: string };

const maxRows = 5; // per kind; the screen has more
const minLength = 2;

async function findOrders(text: string, signal: AbortSignal): Promise<FoundRow[]> {
  const client = await sb();
  const orders = client
    .from('book_order_search')
    .select('id, order_number, buyer_name, shipping_city');
  const rows = unwrap(
    await withFilters<'book_order_search', typeof orders>(orders, foldedSearch(text))
      .order('created_at', { ascending: false })
      .limit(maxRows)
      .abortSignal(signal),
  );
  return rows.map(({ id, order_number, buyer_name, shipping_city }) => ({
    kind: 'orders',
    id: `${id}`,
    label: `${buyer_name}`,
    note: [order_number, shipping_city].filter(Boolean).join(' · '),
    to: `/admin/book-orders?open=${id}`,
  }));
}

async function findInquiries(text: string, signal: AbortSignal): Promise<FoundRow[]> {
  const client = await sb();
  const rows = unwrap(
    await client
      .from('form_submissions')
      .select('id, form_type, name, email')
      .neq('form_type', 'book_order')
      .or(searchCondition<'form_submissions'>(text, { columns: ['name', 'email'] }))
      .order('created_at', { ascending: false })
      .limit(maxRows)
      .abortSignal(signal),
  );
  return rows.map(({ id, name, email }) => ({
    kind: 'inquiries',
    id: `${id}`,
    label: name ?? email ?? '',
    note: email ?? '',
    to: `/admin/form-submissions?open=${id}`,
  }));
}

async function findPosts(text: string, signal: AbortSignal): Promise<FoundRow[]> {
  const client = await sb();
  const columns = ['title_en', 'title_fr', 'title_ar', 'slug'] as const;
  const rows = unwrap(
    await client
      .from('blog_posts')
      .select('id, slug, title_en')
      .or(searchCondition<'blog_posts'>(text, { columns }))
      .order('created_at', { ascending: false })
      .limit(maxRows)
      .abortSignal(signal),
  );
  return rows.map(({ id, slug, title_en }) => ({
    kind: 'posts',
    id,
    label: title_en === '' ? slug : title_en,
    note: slug,
    to: `/admin/blog/edit/${id}`,
  }));
}

const finders = { orders: findOrders, inquiries: findInquiries, posts: findPosts };

/**
 * Searches rows by name, and returns them with their search text. Previous results stay until the next ones
 * are loaded.
 */
export function useFoundRows(typed: string, kinds: readonly FoundKind[]) {
  const text = typed.trim();
  return useQuery({
    queryKey: ['found_rows', text, kinds],
    queryFn: async ({ signal }) => {
      const found = await Promise.all(kinds.map((kind) => finders[kind](text, signal)));
      return { text, rows: found.flat() };
    },
    enabled: text.length >= minLength,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
