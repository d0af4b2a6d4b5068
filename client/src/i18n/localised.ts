import { directionOf, type Language } from './language';

type Columns<Field extends string> = { [C in `${Field}_${Language}`]: string | null };

/** A text with the language that it is really in, so that a fallback is read out and set properly. */
export type LocalisedText = { text: string; lang: Language; dir: 'ltr' | 'rtl' };

/** The column of the current language, else the English one, else ''. */
export function localised<Field extends string>(
  row: Columns<Field>,
  field: Field,
  language: Language,
): LocalisedText {
  const own = row[`${field}_${language}`] ?? '';
  const lang = own.trim() === '' ? 'en' : language;
  return { text: row[`${field}_${lang}`] ?? '', lang, dir: directionOf(lang) };
}
