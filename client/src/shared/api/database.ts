import type { CheckValues } from './check-values.gen';
import type { Database as Generated, Json } from './schema.gen';

type Generic = Generated['public']['Tables'];

/** JSON null is a valid value of a `not null` jsonb column, which the generated type excludes. */
type Settings = {
  Row: Omit<Generic['site_settings']['Row'], 'value'> & { value: Json };
  Insert: Omit<Generic['site_settings']['Insert'], 'value'> & { value: Json };
  Update: Omit<Generic['site_settings']['Update'], 'value'> & { value?: Json };
  Relationships: Generic['site_settings']['Relationships'];
};

type FileColumns = 'bytes' | 'content_type';

/** A trigger takes these columns from the file. */
type Pictures = Omit<Generic['pictures'], 'Insert'> & {
  Insert: Omit<Generic['pictures']['Insert'], FileColumns> &
    Partial<Pick<Generic['pictures']['Insert'], FileColumns>>;
};

/** An intersection, because TypeScript does not resolve a conditional type for a generic table. */
type Tables = Omit<Generic, 'pictures' | 'site_settings'> & {
  pictures: Pictures;
  site_settings: Settings;
} & {
  [T in keyof CheckValues]: { Row: CheckValues[T]; Insert: CheckValues[T]; Update: CheckValues[T] };
};

type GeneratedViews = Generated['public']['Views'];

/**
 * A row of a view, whose columns are all nullable in the generated types: those of `Row` are as in that table, and the
 * others are not null, except `Nullable`.
 */
type ViewRow<
  V extends keyof GeneratedViews,
  Row = unknown,
  Nullable extends keyof GeneratedViews[V]['Row'] = never,
> = Pick<Row, keyof Row & keyof GeneratedViews[V]['Row']> & {
  [Column in Exclude<keyof GeneratedViews[V]['Row'], keyof Row | Nullable>]: NonNullable<
    GeneratedViews[V]['Row'][Column]
  >;
} & Pick<GeneratedViews[V]['Row'], Nullable>;

type ViewRows = {
  audit_entries: ViewRow<'audit_entries', Tables['audit_log']['Row'], 'record_name' | 'actor_name'>;
  blog_post_list: ViewRow<'blog_post_list', Tables['blog_posts']['Row'], 'copy_updated_at'>;
  book_order_search: ViewRow<'book_order_search', Tables['book_orders']['Row']>;
  form_submissions: ViewRow<
    'form_submissions',
    unknown,
    'phone' | 'message' | 'status' | 'assigned_to' | 'notes' | 'waiting_since'
  >;
  picture_list: ViewRow<'picture_list', Tables['pictures']['Row']>;
  picture_tags: ViewRow<'picture_tags'>;
  picture_uses: ViewRow<'picture_uses', unknown, 'title_fr' | 'title_ar'>;
};

type Views = {
  [V in keyof ViewRows]: { Row: ViewRows[V]; Relationships: GeneratedViews[V]['Relationships'] };
};

/** The generated types with what the database does not tell: checked values, and the columns of views that are never null. */
export type Database = Omit<Generated, 'public'> & {
  public: Omit<Generated['public'], 'Tables' | 'Views'> & { Tables: Tables; Views: Views };
};
