import type { Relation, Table } from '../rows/any-table';

type Followed = {
  /** The columns that are told; what else a screen shows of a row, it asks for itself. */
  columns: readonly string[];
  /** What else shows rows of this table: views, and answers that are made of several tables. */
  alsoIn?: readonly (Relation | 'newest_items')[];
};

const id = { columns: ['id'] } as const;
const inquiry = {
  columns: ['id', 'name', 'created_at'],
  alsoIn: ['form_submissions', 'newest_items'],
} as const;

/** What the back-office shows, each in its policy file's realtime line. */
const tables = {
  book_orders: {
    columns: ['id', 'buyer_name', 'quantity', 'created_at'],
    alsoIn: ['book_order_search', 'form_submissions', 'newest_items'],
  },
  contact_submissions: inquiry,
  speaking_inquiries: {
    columns: [...inquiry.columns, 'contact_submission_id'],
    // A message says whether a talk was made of it.
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
  media_highlights: id,
  media_coverage: id,
  awards: id,
  speaking_topics: id,
  testimonials: id,
  site_settings: { columns: ['key'] },
  admin_users: id,
} as const satisfies Partial<Record<Table, Followed>>;

/** For api/live. */
export const followedTables = Object.entries(tables).map(([table, { columns }]) => ({
  table,
  columns,
}));

const alsoIn = new Map<string, readonly string[]>(
  Object.entries<Followed>(tables).map(([table, followed]) => [table, followed.alsoIn ?? []]),
);

/**
 * Where a changed row of a table may show: the first words of queries' keys. A change that is audited
 * has its entry in the log from the same moment on.
 */
export const queriesOf = (table: string): readonly string[] => [
  table,
  ...(alsoIn.get(table) ?? []),
  'audit_log',
];

/** All of these. */
export const allQueries: ReadonlySet<string> = new Set(
  followedTables.flatMap(({ table }) => queriesOf(table)),
);
