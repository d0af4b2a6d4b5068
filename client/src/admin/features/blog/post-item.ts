import type { RowOf } from '@/admin/kit/rows/relation';
import { isLanguage, type Language } from '@/shared/i18n/language';
import { localised, type LocalisedText } from '@/shared/i18n/localised';

/** A post as its list shows it. */
export type PostItem = {
  id: string;
  slug: string;
  status: string;
  published_at: string | null;
  title_en: string;
  title_fr: string;
  title_ar: string;
  view_count: number;
  /** The languages that have both title and text. */
  written: Language[];
  /** When its draft copy was last changed. */
  copy_updated_at: string | null;
};

/** Converts a row of the view, whose columns are all nullable in the types. */
export const postItemOf = (row: RowOf<'blog_post_list'>): PostItem => ({
  id: row.id ?? '',
  slug: row.slug ?? '',
  status: row.status ?? 'draft',
  published_at: row.published_at,
  title_en: row.title_en ?? '',
  title_fr: row.title_fr ?? '',
  title_ar: row.title_ar ?? '',
  view_count: row.view_count ?? 0,
  written: (row.written ?? []).filter(isLanguage),
  copy_updated_at: row.copy_updated_at,
});

/** The title in the language of the page, else in English. */
export const itemTitle = (post: PostItem, language: Language): LocalisedText =>
  localised(post, 'title', language);

/** The name of a row for screen readers: the English title, which every post has. */
export const itemName = (post: PostItem): string => post.title_en;
