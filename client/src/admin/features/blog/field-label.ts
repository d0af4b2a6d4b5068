import type { TFunction } from '@/shared/i18n';
import { languages, type Language } from '@/shared/i18n/language';
import { textFields, type PostField } from './post-values';

type Words = TFunction<'admin-blog'>;

/** The label of a field: "Title in French". */
export function fieldLabel(t: Words, field: PostField): string {
  const language = languageOf(field);
  const stem = textFields.find((each) => field.startsWith(`${each}_`));
  if (language !== undefined && stem !== undefined) {
    const name = stem === 'featured_image_alt' ? 'alt' : stem;
    return t(`fields.${name}`, { in: t(`in.${language}`) });
  }
  return t(`fields.${plain[field] ?? 'status'}`);
}

const plain: Partial<
  Record<PostField, 'slug' | 'image' | 'imageAddress' | 'reading' | 'status' | 'date'>
> = {
  slug: 'slug',
  picture_id: 'image',
  featured_image_url: 'imageAddress',
  reading_time: 'reading',
  status: 'status',
  published_at: 'date',
};

/** The language of a field; undefined for a field without one. */
export const languageOf = (field: PostField): Language | undefined =>
  languages.find((language) => textFields.some((stem) => field === `${stem}_${language}`));
