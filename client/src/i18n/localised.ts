import { directionOf, languages, type Language } from './language';

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

/** The column of the current language, else the first that holds a text: for what a visitor wrote. */
export function asWritten<Field extends string>(
  row: Columns<Field>,
  field: Field,
  language: Language,
): LocalisedText {
  const [lang = language] = writtenIn(row, field, language);
  return { text: row[`${field}_${lang}`] ?? '', lang, dir: directionOf(lang) };
}

/** The languages that a text is given in, the current one first. */
export function writtenIn<Field extends string>(
  row: Columns<Field>,
  field: Field,
  language: Language,
): Language[] {
  const inOrder = [language, ...languages.filter((other) => other !== language)];
  return inOrder.filter((each) => (row[`${field}_${each}`] ?? '').trim() !== '');
}
