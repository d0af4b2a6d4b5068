import { useSyncExternalStore } from 'react';
import type { Language } from '../../i18n/language';

/** Days of an edition, year-month-day, the last one included. */
export type Days = { start: string; end: string };

// Months are named as they are in Morocco: نونبر, not نوفمبر.
const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr', ar: 'ar-MA' };

const part = (iso: string, language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locales[language], { ...options, timeZone: 'UTC' }).format(new Date(iso));

type Spelled = { from: number; to: number; year: number; fromMonth: string; toMonth: string };

/** The parts of which a language makes its own sentence; undefined for days that are none. */
export function spelled({ start, end }: Days, language: Language): Spelled | undefined {
  const [from, to] = [new Date(start), new Date(end)];
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return undefined;
  return {
    from: from.getUTCDate(),
    to: to.getUTCDate(),
    year: to.getUTCFullYear(),
    fromMonth: part(start, language, { month: 'long' }),
    toMonth: part(end, language, { month: 'long' }),
  };
}

const day = 86_400_000;

/** Whether the last day is over, by the clock of Morocco (UTC+1). */
export const isPast = ({ end }: Days, now: number): boolean =>
  now >= Date.parse(end) + day - 3_600_000;

const never = () => () => {};

/** As isPast, now. A page is written before it is read, so the answer comes with the script. */
export const useIsPast = (days: Days): boolean =>
  useSyncExternalStore(
    never,
    () => isPast(days, Date.now()),
    () => false,
  );
