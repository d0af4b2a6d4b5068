import { normalizedHTMLOfPost } from '@/admin/kit/writing/normalized-html';
import type { Row } from '@/shared/api/rows';
import { languages, type Language } from '@/shared/i18n/language';

export type PostRow = Row<'blog_posts'>;
export type PostStatus = 'draft' | 'published' | 'archived';
export const postStatuses = ['draft', 'published', 'archived'] as const;

/** The form values of a post; only the date may be null. */
export type PostValues = Record<`${TextField}_${Language}`, string> & {
  slug: string;
  status: PostStatus;
  /** The publication date; null lets the server set it at the first publication. */
  published_at: string | null;
  /** The featured picture, of the library; '' for none. */
  picture_id: string;
  /** A picture that is not in the library; the featured picture takes its place. */
  featured_image_url: string;
  reading_time: number;
};

export const textFields = ['title', 'excerpt', 'content', 'featured_image_alt'] as const;
export type TextField = (typeof textFields)[number];
type TextColumn = `${TextField}_${Language}`;
export type PostField = keyof PostValues;

/** The values that autosave writes. Status and date are saved manually. */
export type PostTexts = Omit<PostValues, 'status' | 'published_at'>;

export const columnOf = <F extends TextField>(field: F, language: Language) =>
  `${field}_${language}` as const;

const textColumns: TextColumn[] = textFields.flatMap((field) =>
  languages.map((language) => columnOf(field, language)),
);
const postFields: PostField[] = [
  ...textColumns,
  'slug',
  'picture_id',
  'featured_image_url',
  'reading_time',
  'status',
  'published_at',
];

/** The values of a new post. */
export const emptyValues = (): PostValues => ({
  title_en: '',
  title_fr: '',
  title_ar: '',
  excerpt_en: '',
  excerpt_fr: '',
  excerpt_ar: '',
  content_en: '',
  content_fr: '',
  content_ar: '',
  featured_image_alt_en: '',
  featured_image_alt_fr: '',
  featured_image_alt_ar: '',
  picture_id: '',
  featured_image_url: '',
  slug: '',
  reading_time: 5,
  status: 'draft',
  published_at: null,
});

export const isStatus = (value: unknown): value is PostStatus =>
  postStatuses.some((status) => status === value);

/**
 * Parses a row, a revision, a draft copy or a stored draft; missing or invalid fields keep the value of
 * `start`.
 */
export function readValues(source: unknown, start: PostValues = emptyValues()): PostValues {
  const words = { ...start };
  if (typeof source !== 'object' || source === null) return words;
  const found = new Map<string, unknown>(Object.entries(source));
  for (const column of textColumns) words[column] = textIn(found, column, words[column]);
  words.slug = textIn(found, 'slug', words.slug);
  words.picture_id = textIn(found, 'picture_id', words.picture_id);
  words.featured_image_url = textIn(found, 'featured_image_url', words.featured_image_url);
  const minutes = found.get('reading_time');
  if (typeof minutes === 'number') words.reading_time = minutes;
  const status = found.get('status');
  if (isStatus(status)) words.status = status;
  const date = found.get('published_at');
  if (typeof date === 'string' || date === null) words.published_at = date;
  return words;
}

function textIn(found: Map<string, unknown>, name: string, otherwise: string): string {
  const value = found.get(name);
  if (value === null) return '';
  return typeof value === 'string' ? value : otherwise;
}

/** The columns of the texts; no picture and an empty image URL are null. */
export function textsToSend(words: PostValues) {
  const { status: _status, published_at: _date, ...texts } = words;
  return {
    ...texts,
    ...trimmed(words),
    picture_id: words.picture_id || null,
    featured_image_url: words.featured_image_url.trim() || null,
  };
}

const trimmed = (words: PostValues) => ({
  title_en: words.title_en.trim(),
  title_fr: words.title_fr.trim(),
  title_ar: words.title_ar.trim(),
});

/** As textsToSend, with status and date. */
export const valuesToSend = (words: PostValues) => ({
  ...textsToSend(words),
  status: words.status,
  published_at: words.published_at,
});

/** Whether a field is equal in two values. HTML is compared after parsing. */
function sameField(field: PostField, a: PostValues, b: PostValues): boolean {
  const [one, other] = [a[field], b[field]];
  if (one === other) return true;
  if (field === 'published_at') return sameInstant(a.published_at, b.published_at);
  if (!field.startsWith('content_')) return false;
  return normalizedHTMLOfPost(String(one)) === normalizedHTMLOfPost(String(other));
}

const sameInstant = (a: string | null, b: string | null) =>
  a !== null && b !== null && Date.parse(a) === Date.parse(b);

/** The fields that differ. */
export const differing = (a: PostValues, b: PostValues, fields = postFields): PostField[] =>
  fields.filter((field) => !sameField(field, a, b));

/** The fields of a post for a merge: see admin/form/conflicts. */
export const mergedFields = { names: postFields, isSame: sameField };

export const textsFields = postFields.filter(
  (field) => field !== 'status' && field !== 'published_at',
);

/** The state of a translation: complete with title and text, partial or empty. */
export type Translation = 'done' | 'begun' | 'none';

export function translationOf(words: PostTexts, language: Language): Translation {
  const title = words[columnOf('title', language)].trim() !== '';
  const text = words[columnOf('content', language)].trim() !== '';
  if (title && text) return 'done';
  return title || text ? 'begun' : 'none';
}
