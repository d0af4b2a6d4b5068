import type { Language } from '@/shared/i18n/language';

export const hourMs = 3_600_000;

/** The colour of an age: amber from 24 hours, red from 48. */
export type AgeTone = 'fresh' | 'late' | 'overdue';

export function ageTone(since: string, now: number): AgeTone {
  const hours = (now - Date.parse(since)) / hourMs;
  if (hours >= 48) return 'overdue';
  return hours >= 24 ? 'late' : 'fresh';
}

/** An age in whole hours, from three days on in whole days: "26 hours", "5 days". */
export function ageText(
  since: string,
  now: number,
  language: Language,
  width: 'long' | 'narrow',
): string {
  const hours = Math.max(0, Math.floor((now - Date.parse(since)) / hourMs));
  const [value, unit] = hours < 72 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: width }).format(value);
}
