import type { Row } from '@/shared/api/rows';
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

const newsletterFields: NewsletterField[] = languages.flatMap((language) => [
  subjectOf(language),
  bodyOf(language),
]);

/** The texts of a row. */
export const textsOf = (row: NewsletterTexts): NewsletterTexts => ({
  subject_en: row.subject_en,
  subject_fr: row.subject_fr,
  subject_ar: row.subject_ar,
  body_en: row.body_en,
  body_fr: row.body_fr,
  body_ar: row.body_ar,
});

/** Parses stored texts; undefined if they are none. */
export function readTexts(source: unknown): NewsletterTexts | undefined {
  if (typeof source !== 'object' || source === null) return undefined;
  const found = new Map<string, unknown>(Object.entries(source));
  const text = (field: NewsletterField) => {
    const value = found.get(field);
    return typeof value === 'string' ? value : '';
  };
  return {
    subject_en: text('subject_en'),
    subject_fr: text('subject_fr'),
    subject_ar: text('subject_ar'),
    body_en: text('body_en'),
    body_fr: text('body_fr'),
    body_ar: text('body_ar'),
  };
}

const sameText = (field: NewsletterField, a: string, b: string): boolean =>
  a === b || (field.startsWith('body_') && normalizedHTML(a) === normalizedHTML(b));

/** The fields that differ. HTML is compared after parsing. */
export const differingTexts = (a: NewsletterTexts, b: NewsletterTexts): NewsletterField[] =>
  newsletterFields.filter((field) => !sameText(field, a[field], b[field]));

/** The fields of a newsletter for a merge: see admin/form/conflicts. HTML is compared after parsing. */
export const mergedTexts = {
  names: newsletterFields,
  isSame: (field: NewsletterField, a: NewsletterTexts, b: NewsletterTexts) =>
    sameText(field, a[field], b[field]),
};

/** Whether a newsletter has both a subject and a text or picture in a language, as the database decides. */
export const isWritten = (texts: NewsletterTexts, language: Language): boolean =>
  texts[subjectOf(language)].trim() !== '' &&
  (texts[bodyOf(language)].includes('<img ') || plainText(texts[bodyOf(language)]) !== '');
