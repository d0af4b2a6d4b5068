import type { PublicRows } from '../../api/public-data';
import { directionOf, type Language } from '../../i18n/language';
import type { LocalisedText } from '../../i18n/localised';

/** A talk that can be booked. */
export type Topic = PublicRows['topics'][number];

type Outcomes = Omit<LocalisedText, 'text'> & { texts: string[] };

/** The outcomes in the current language, else in English. */
export function outcomesOf(topic: Topic, language: Language): Outcomes {
  const own = topic[`outcomes_${language}`];
  const lang = own.length === 0 ? 'en' : language;
  return { texts: topic[`outcomes_${lang}`], lang, dir: directionOf(lang) };
}
