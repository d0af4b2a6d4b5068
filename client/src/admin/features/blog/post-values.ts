import { normalizedHTMLOfPost } from '@/admin/kit/writing/normalized-html';
import type { EditFields } from '@/admin/kit/autosave/edit-state';
import type { Row } from '@/shared/api/rows';
import { languages, type Language } from '@/shared/i18n/language';
import { isSlug } from './slug';

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
const fieldNames: PostField[] = [
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
  const values = { ...start };
  if (typeof source !== 'object' || source === null) return values;
  const found = new Map<string, unknown>(Object.entries(source));
  for (const column of textColumns) values[column] = textIn(found, column, values[column]);
  values.slug = textIn(found, 'slug', values.slug);
  values.picture_id = textIn(found, 'picture_id', values.picture_id);
  values.featured_image_url = textIn(found, 'featured_image_url', values.featured_image_url);
  const minutes = found.get('reading_time');
  if (typeof minutes === 'number') values.reading_time = minutes;
  const status = found.get('status');
  if (isStatus(status)) values.status = status;
  const date = found.get('published_at');
  if (typeof date === 'string' || date === null) values.published_at = date;
  return values;
}

function textIn(found: Map<string, unknown>, name: string, otherwise: string): string {
  const value = found.get(name);
  if (value === null) return '';
  return typeof value === 'string' ? value : otherwise;
}

/** The columns of the texts; no picture and an empty image URL are null. */
export function textsToSend(values: PostValues) {
  const { status: _status, published_at: _date, ...texts } = values;
  return {
    ...texts,
    ...trimmed(values),
    picture_id: values.picture_id || null,
    featured_image_url: values.featured_image_url.trim() || null,
  };
}

const trimmed = (values: PostValues) => ({
  title_en: values.title_en.trim(),
  title_fr: values.title_fr.trim(),
  title_ar: values.title_ar.trim(),
});

/** As textsToSend, with status and date. */
export const valuesToSend = (values: PostValues) => ({
  ...textsToSend(values),
  status: values.status,
  published_at: values.published_at,
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
export const differing = (a: PostValues, b: PostValues, fields = fieldNames): PostField[] =>
  fields.filter((field) => !sameField(field, a, b));

export const textsFields = fieldNames.filter(
  (field) => field !== 'status' && field !== 'published_at',
);

/** Whether the post can be saved: the table requires an English title and a slug. */
export const canBeSaved = ({ title_en: title, slug }: PostValues): boolean =>
  title.trim() !== '' && isSlug(slug);

export const postFields: EditFields<PostValues> = {
  names: fieldNames,
  isSame: sameField,
  read: readValues,
  autosaved: textsFields,
  canBeSaved,
};

/** The state of a translation: complete with title and text, partial or empty. */
export type Translation = 'done' | 'begun' | 'none';

export function translationOf(values: PostTexts, language: Language): Translation {
  const title = values[columnOf('title', language)].trim() !== '';
  const text = values[columnOf('content', language)].trim() !== '';
  if (title && text) return 'done';
  return title || text ? 'begun' : 'none';
}
