import { directionOf, languages, type Language } from './language';

type Columns<Field extends string> = { [C in `${Field}_${Language}`]: string | null };

/** A text with its actual language, so that a fallback gets the right lang and dir attributes. */
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

type PlainColumns<Field extends string> = {
  [C in Field | `${Field}_fr` | `${Field}_ar`]: string | null;
};

/** Like `localised`, for a text whose English column is the bare name: outlet, outlet_fr, outlet_ar. */
export function localisedPlain<Field extends string>(
  row: PlainColumns<Field>,
  field: Field,
  language: Language,
): LocalisedText {
  const text_en = row[field];
  const text_fr = row[`${field}_fr`];
  const text_ar = row[`${field}_ar`];
  return localised({ text_en, text_fr, text_ar }, 'text', language);
}

/** The column of the current language, else the first with a text: for texts that users wrote. */
export function localisedOrAny<Field extends string>(
  row: Columns<Field>,
  field: Field,
  language: Language,
): LocalisedText {
  const [lang = language] = languagesWithText(row, field, language);
  return { text: row[`${field}_${lang}`] ?? '', lang, dir: directionOf(lang) };
}

/** The languages with a text, the current one first. */
export function languagesWithText<Field extends string>(
  row: Columns<Field>,
  field: Field,
  language: Language,
): Language[] {
  const inOrder = [language, ...languages.filter((other) => other !== language)];
  return inOrder.filter((each) => (row[`${field}_${each}`] ?? '').trim() !== '');
}
