import type { Language } from '@/shared/i18n/language';
import { useIsHydrated } from '@/shared/ui/use-is-hydrated';

/** First and last day of an edition (inclusive), yyyy-mm-dd. */
export type Days = { start: string; end: string };

// Moroccan month names: نونبر, not نوفمبر.
const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr', ar: 'ar-MA' };

const part = (iso: string, language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locales[language], { ...options, timeZone: 'UTC' }).format(new Date(iso));

type FormattedDays = { from: number; to: number; year: number; fromMonth: string; toMonth: string };

/** The formatted parts of the dates, for a message; undefined for invalid dates. */
export function formatDays({ start, end }: Days, language: Language): FormattedDays | undefined {
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

/** Whether the last day is over in Morocco (UTC+1). */
export const isPast = ({ end }: Days, now: number): boolean =>
  now >= Date.parse(end) + day - 3_600_000;

/** isPast at the current time; false in the server-rendered page. */
export function useIsPast(days: Days): boolean {
  // oxlint-disable-next-line react/purity -- the day ends once, not between two renders
  const now = Date.now();
  return useIsHydrated() && isPast(days, now);
}
