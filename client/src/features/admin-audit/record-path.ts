import type { Entry } from '@/admin/history/entry';

// The list of each table; it opens a record by its URL.
const lists: Record<string, string> = {
  awards: '/admin/awards',
  book_orders: '/admin/book-orders',
  book_reviews: '/admin/book-reviews',
  contact_submissions: '/admin/contact',
  expeditions: '/admin/expeditions',
  media_coverage: '/admin/media-coverage',
  media_highlights: '/admin/media-highlights',
  pictures: '/admin/media',
  retreat_inquiries: '/admin/form-submissions',
  speaking_inquiries: '/admin/form-submissions',
  speaking_topics: '/admin/speaking-topics',
  sponsorship_inquiries: '/admin/form-submissions',
  testimonials: '/admin/testimonials',
};

/** The URL of the record of an entry; undefined if it was deleted or has no screen. */
export function recordPath({ action, table_name: table, row_id: id }: Entry): string | undefined {
  if (id === null || action === 'delete') return undefined;
  if (table === 'blog_posts') return `/admin/blog/edit/${id}`;
  if (table === 'site_settings') return '/admin/settings';
  const list = lists[table];
  return list && `${list}?open=${id}`;
}
