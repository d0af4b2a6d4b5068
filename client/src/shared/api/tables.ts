import type { Database } from './database';

type Schema = Database['public'];
type Relations = Schema['Tables'] & Schema['Views'];

/** A table whose rows can be written. */
export type Table = keyof Schema['Tables'];
/** A table or a view: what can be read. */
export type Relation = keyof Relations;

type TableEntry<Column extends string = string, IsOrdered extends boolean = boolean> = {
  /**
   * Realtime subscription of the back-office: the columns in the payload, and other query keys
   * that show its rows (views, and queries over several tables). Null if it does not.
   */
  live: { columns: readonly Column[]; alsoIn?: readonly (Relation | 'newest_items')[] } | null;
  /** Whether its rows have a place, `display_order`. */
  ordered: IsOrdered;
  /** Whether the audit log records its changes. */
  audited: boolean;
  /** Whether the trash keeps the rows that admins delete. */
  trash: boolean;
  /** Whether the role anon may read it. The service worker caches such rows. */
  public: boolean;
  /** The path of a record in the back-office, where `:id` stands for its id; null if it has no screen. */
  screen: `/admin/${string}` | null;
  /**
   * Row that a public form creates in it (the `form_type` of the view form_submissions, or a review), and the
   * list that shows new ones.
   */
  item: { kind: string; list: `/admin/${string}` } | null;
};

// A value of this type lists every table once, so a new table is a compile error until it is listed.
type Registry = {
  [T in Table]: TableEntry<
    keyof Schema['Tables'][T]['Row'] & string,
    'display_order' extends keyof Schema['Tables'][T]['Row'] ? true : false
  >;
};

const unused = {
  live: null,
  ordered: false,
  audited: false,
  trash: false,
  public: false,
  screen: null,
  item: null,
} as const;

const inbox = '/admin/form-submissions';

const inquiry = {
  ...unused,
  live: { columns: ['id', 'name', 'created_at'], alsoIn: ['form_submissions', 'newest_items'] },
  audited: true,
  trash: true,
  screen: `${inbox}?open=:id`,
} as const;

const content = {
  live: { columns: ['id'] },
  ordered: true,
  audited: true,
  trash: true,
  public: true,
  item: null,
} as const;

/** All tables. tests/tables.test.ts compares `live`, `audited` and `public` with the SQL files. */
export const tables = {
  account_items: { ...unused, live: { columns: ['name'] } },
  admin_users: { ...unused, live: { columns: ['id'] }, audited: true },
  audit_log: unused,
  awards: { ...content, screen: '/admin/awards?open=:id' },
  blog_post_copies: {
    ...unused,
    live: { columns: ['post_id'], alsoIn: ['blog_post_list'] },
  },
  blog_post_revisions: unused,
  blog_posts: {
    ...unused,
    live: { columns: ['id'], alsoIn: ['blog_post_list', 'blog_post_revisions'] },
    audited: true,
    trash: true,
    public: true,
    screen: '/admin/blog/edit/:id',
  },
  book_order_changes: unused,
  book_order_imports: { ...unused, audited: true },
  book_order_refunds: { ...unused, audited: true },
  book_orders: {
    ...unused,
    live: {
      columns: ['id', 'buyer_name', 'quantity', 'import_id', 'created_at'],
      alsoIn: [
        'book_order_search',
        'book_order_changes',
        'book_order_refunds',
        'form_submissions',
        'newest_items',
      ],
    },
    audited: true,
    screen: '/admin/book-orders?open=:id',
    item: { kind: 'book_order', list: '/admin/book-orders' },
  },
  book_review_contacts: { ...unused, audited: true },
  book_reviews: {
    ...content,
    live: {
      columns: ['id', 'name', 'rating', 'status', 'created_at'],
      alsoIn: ['newest_items', 'book_review_contacts'],
    },
    screen: '/admin/book-reviews?open=:id',
    item: { kind: 'review', list: '/admin/book-reviews' },
  },
  contact_submissions: {
    ...inquiry,
    screen: '/admin/contact?open=:id',
    item: { kind: 'contact', list: inbox },
  },
  expedition_pictures: { ...unused, ordered: true, audited: true, public: true },
  expeditions: { ...content, screen: '/admin/expeditions?open=:id' },
  inquiry_replies: { ...unused, audited: true },
  mail_notices: unused,
  media_coverage: { ...content, screen: '/admin/media-coverage?open=:id' },
  media_highlights: { ...content, screen: '/admin/media-highlights?open=:id' },
  newsletter_recipients: unused,
  newsletter_subscribers: { ...unused, audited: true },
  newsletters: {
    ...unused,
    live: { columns: ['id'], alsoIn: ['newsletter_recipients'] },
    audited: true,
    trash: true,
  },
  pictures: {
    ...unused,
    live: { columns: ['id'], alsoIn: ['picture_list', 'picture_tags', 'picture_uses'] },
    audited: true,
    public: true,
    screen: '/admin/media?open=:id',
  },
  retreat_inquiries: { ...inquiry, item: { kind: 'retreat', list: inbox } },
  site_settings: {
    ...unused,
    live: { columns: ['key'] },
    audited: true,
    public: true,
    screen: '/admin/settings',
  },
  speaking_inquiries: {
    ...inquiry,
    live: {
      columns: [...inquiry.live.columns, 'contact_submission_id'],
      // A contact message shows whether it was converted to a speaking inquiry.
      alsoIn: [...inquiry.live.alsoIn, 'contact_submissions'],
    },
    item: { kind: 'speaking', list: inbox },
  },
  speaking_topics: { ...content, screen: '/admin/speaking-topics?open=:id' },
  sponsorship_inquiries: { ...inquiry, item: { kind: 'sponsorship', list: inbox } },
  testimonials: { ...content, screen: '/admin/testimonials?open=:id' },
  trash: unused,
} as const satisfies Registry;

/** The tables of which a property has a value: `TableWith<'ordered', true>`. */
export type TableWith<Name extends keyof TableEntry, Value> = {
  [T in Table]: (typeof tables)[T][Name] extends Value ? T : never;
}[Table];

const isTable = (name: string): name is Table => Object.hasOwn(tables, name);

/** The entry of a table by a name from the database; undefined if there is no such table. */
export const entryOf = (name: string): TableEntry | undefined =>
  isTable(name) ? tables[name] : undefined;

/** The tables of which a property is set, in alphabetical order. */
export const tablesWith = <Name extends 'live' | 'audited' | 'trash' | 'public'>(
  property: Name,
): TableWith<Name, object | true>[] =>
  Object.keys(tables).filter((name): name is TableWith<Name, object | true> =>
    Boolean(entryOf(name)?.[property]),
  );
