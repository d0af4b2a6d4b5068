import type { EditFields } from '@/admin/kit/autosave/edit-state';
import type { Row } from '@/shared/api/rows';
import { asRecord } from '@/shared/api/storage';
import { languages, type Language } from '@/shared/i18n/language';
import { normalizedHTML } from '@/admin/kit/writing/normalized-html';
import { plainText } from '@/admin/kit/writing/plain-text';

export type Newsletter = Row<'newsletters'>;

export const newsletterStates = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const;
export type NewsletterState = (typeof newsletterStates)[number];

export const newsletterState = ({ status }: Pick<Newsletter, 'status'>): NewsletterState =>
  newsletterStates.find((state) => state === status) ?? 'draft';

/** The columns that an editor writes. */
export type NewsletterField = `${'subject' | 'body'}_${Language}`;
export type NewsletterTexts = Record<NewsletterField, string>;

export const subjectOf = (language: Language) => `subject_${language}` as const;
export const bodyOf = (language: Language) => `body_${language}` as const;

const fieldNames: NewsletterField[] = languages.flatMap((language) => [
  subjectOf(language),
  bodyOf(language),
]);

const noTexts: NewsletterTexts = {
  subject_en: '',
  subject_fr: '',
  subject_ar: '',
  body_en: '',
  body_fr: '',
  body_ar: '',
};

/** Parses a row or a stored draft; missing or invalid texts are those of `start`. */
export function readTexts(source: unknown, start: NewsletterTexts = noTexts): NewsletterTexts {
  const texts = { ...start };
  const found = asRecord(source);
  for (const field of fieldNames) {
    const text = found[field];
    if (typeof text === 'string') texts[field] = text;
  }
  return texts;
}

/** The texts as an editor compares and parses them. HTML is compared after parsing. */
export const newsletterFields: EditFields<NewsletterTexts> = {
  names: fieldNames,
  isSame: (field, a, b) =>
    a[field] === b[field] ||
    (field.startsWith('body_') && normalizedHTML(a[field]) === normalizedHTML(b[field])),
  read: readTexts,
};

/** Whether a newsletter has both a subject and a text or picture in a language, as the database decides. */
export const isWritten = (texts: NewsletterTexts, language: Language): boolean =>
  texts[subjectOf(language)].trim() !== '' &&
  (texts[bodyOf(language)].includes('<img ') || plainText(texts[bodyOf(language)]) !== '');
