import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { withFilters } from '@/admin/kit/rows/filters';
import { foldedSearch } from '@/admin/kit/rows/folded-search';
import { searchConditions } from '@/admin/kit/rows/search';
import { wordFilters } from '@/admin/kit/rows/word-filters';

export type FoundKind = 'orders' | 'inquiries' | 'subscribers' | 'posts' | 'expeditions';
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
    id,
    label: buyer_name,
    note: [order_number, shipping_city].filter(Boolean).join(' · '),
    to: `/admin/book-orders?open=${id}`,
  }));
}

async function findInquiries(text: string, signal: AbortSignal): Promise<FoundRow[]> {
  const client = await sb();
  const inquiries = client
    .from('form_submissions')
    .select('id, form_type, name, email')
    .neq('form_type', 'book_order');
  const words = wordFilters<'form_submissions'>('search_text', text);
  const rows = unwrap(
    await withFilters<'form_submissions', typeof inquiries>(inquiries, words)
      .order('created_at', { ascending: false })
      .limit(maxRows)
      .abortSignal(signal),
  );
  return rows.map(({ id, name, email }) => ({
    kind: 'inquiries',
    id,
    label: name,
    note: email,
    to: `/admin/form-submissions?open=${id}`,
  }));
}

async function findPosts(text: string, signal: AbortSignal): Promise<FoundRow[]> {
  const client = await sb();
  const columns = ['title_en', 'title_fr', 'title_ar', 'slug'] as const;
  const posts = client.from('blog_posts').select('id, slug, title_en');
  const rows = unwrap(
    await searchConditions<'blog_posts'>(text, { columns })
      .reduce((query, condition) => query.or(condition), posts)
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

async function findSubscribers(text: string, signal: AbortSignal): Promise<FoundRow[]> {
  const client = await sb();
  const subscribers = client.from('newsletter_subscribers').select('id, email, language');
  const rows = unwrap(
    await searchConditions<'newsletter_subscribers'>(text, { columns: ['email'] })
      .reduce((query, condition) => query.or(condition), subscribers)
      .order('created_at', { ascending: false })
      .limit(maxRows)
      .abortSignal(signal),
  );
  return rows.map(({ id, email, language }) => ({
    kind: 'subscribers',
    id,
    label: email,
    note: language,
    to: `/admin/newsletter?q=${encodeURIComponent(email)}`,
  }));
}

async function findExpeditions(text: string, signal: AbortSignal): Promise<FoundRow[]> {
  const client = await sb();
  const columns = ['name_en', 'name_fr', 'name_ar', 'slug', 'country'] as const;
  const expeditions = client.from('expeditions').select('id, name_en, year, country');
  const rows = unwrap(
    await searchConditions<'expeditions'>(text, { columns })
      .reduce((query, condition) => query.or(condition), expeditions)
      .order('display_order')
      .limit(maxRows)
      .abortSignal(signal),
  );
  return rows.map(({ id, name_en, year, country }) => ({
    kind: 'expeditions',
    id,
    label: name_en,
    note: [country, year].filter(Boolean).join(' · '),
    to: `/admin/expeditions?open=${id}`,
  }));
}

const finders = {
  orders: findOrders,
  inquiries: findInquiries,
  subscribers: findSubscribers,
  posts: findPosts,
  expeditions: findExpeditions,
};

/**
 * Searches rows, and returns them with their search text. A kind that fails does not hide the others: its
 * failure is returned beside them. Previous results stay until the next ones are loaded.
 */
export function useFoundRows(typed: string, kinds: readonly FoundKind[]) {
  const text = typed.trim();
  return useQuery({
    queryKey: ['found_rows', text, kinds],
    queryFn: async ({ signal }) => {
      const found = await Promise.allSettled(kinds.map((kind) => finders[kind](text, signal)));
      const rows = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      const failures = found.flatMap((each): unknown[] =>
        each.status === 'rejected' ? [each.reason] : [],
      );
      if (failures.length > 0 && failures.length === found.length) throw failures[0];
      return { text, rows, failure: failures[0] };
    },
    enabled: text.length >= minLength,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
