import type { Language } from '@/shared/i18n/language';
import { localised, type LocalisedText } from '@/shared/i18n/localised';
import type { Row } from '@/shared/api/rows';

/** A post as its list shows it. */
export type PostItem = Row<'blog_post_list'>;

/** The title in the language of the page, else in English. */
export const itemTitle = (post: PostItem, language: Language): LocalisedText =>
  localised(post, 'title', language);

/** The name of a row for screen readers: the English title, which every post has. */
export const itemName = (post: PostItem): string => post.title_en;
