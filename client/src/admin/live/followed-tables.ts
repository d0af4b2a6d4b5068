import type { Relation, Table } from '@/admin/rows/any-table';

type Followed = {
  /** The columns in the realtime payload; a screen requests the other columns itself. */
  columns: readonly string[];
  /** Other query keys that show rows of this table: views, and queries over several tables. */
  alsoIn?: readonly (Relation | 'newest_items')[];
};

const id = { columns: ['id'] } as const;
const inquiry = {
  columns: ['id', 'name', 'created_at'],
  alsoIn: ['form_submissions', 'newest_items'],
} as const;

/**
 * The tables that the back-office subscribes to. Each is in the realtime publication by its policy file.
 */
const tables = {
  book_orders: {
    columns: ['id', 'buyer_name', 'quantity', 'created_at'],
    alsoIn: ['book_order_search', 'form_submissions', 'newest_items'],
  },
  contact_submissions: inquiry,
  speaking_inquiries: {
    columns: [...inquiry.columns, 'contact_submission_id'],
    // A contact message shows whether it was converted to a speaking inquiry.
    alsoIn: [...inquiry.alsoIn, 'contact_submissions'],
  },
  sponsorship_inquiries: inquiry,
  retreat_inquiries: inquiry,
  book_reviews: {
    columns: ['id', 'name', 'rating', 'status', 'created_at'],
    alsoIn: ['newest_items', 'book_review_contacts'],
  },
  blog_posts: { ...id, alsoIn: ['blog_post_list', 'blog_post_revisions'] },
  blog_post_copies: { columns: ['post_id'], alsoIn: ['blog_post_list'] },
  expeditions: id,
  pictures: { ...id, alsoIn: ['picture_list', 'picture_tags', 'picture_uses'] },
  media_highlights: id,
  media_coverage: id,
  awards: id,
  speaking_topics: id,
  testimonials: id,
  newsletters: { ...id, alsoIn: ['newsletter_recipients'] },
  site_settings: { columns: ['key'] },
  admin_users: id,
} as const satisfies Partial<Record<Table, Followed>>;

/** The subscriptions, for api/live. */
export const followedTables = Object.entries(tables).map(([table, { columns }]) => ({
  table,
  columns,
}));

const alsoIn = new Map<string, readonly string[]>(
  Object.entries<Followed>(tables).map(([table, followed]) => [table, followed.alsoIn ?? []]),
);

/**
 * The query keys (first element) that may show a changed row of a table. A change of an audited table
 * always adds an entry to the log.
 */
export const queriesOf = (table: string): readonly string[] => [
  table,
  ...(alsoIn.get(table) ?? []),
  'audit_log',
];

/** The query keys of all tables. */
export const allQueries: ReadonlySet<string> = new Set(
  followedTables.flatMap(({ table }) => queriesOf(table)),
);
