import type { Language } from '@/shared/i18n/language';

/** Post dates are in Morocco's time zone, wherever they are edited. */
const moroccoZone = 'Africa/Casablanca';

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: moroccoZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/**
 * An ISO time as the value of a datetime-local field: 2026-11-21T14:30, in Morocco's time zone. '' for
 * null.
 */
export function toMoroccoField(iso: string | null): string {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.formatToParts(date).find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/**
 * The ISO time of a datetime-local value in Morocco's time zone; null if invalid. Morocco's offset changes
 * in Ramadan: it is looked up in two steps.
 */
export function fromMoroccoField(field: string): string | null {
  const asUtc = Date.parse(`${field}:00Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(field) || Number.isNaN(asUtc)) return null;
  const first = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(first)).toISOString();
}

/** Morocco's offset from UTC at a time, in milliseconds. */
function offsetAt(instant: number): number {
  return (
    Date.parse(`${toMoroccoField(new Date(instant).toISOString())}:00Z`) - floorMinute(instant)
  );
}

const floorMinute = (instant: number) => Math.floor(instant / 60_000) * 60_000;

const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr', ar: 'ar-MA-u-nu-latn' };

/** A long date in Morocco's time zone: Saturday 21 November 2026 at 14:30. */
export const inMoroccoLong = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    timeZone: moroccoZone,
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(new Date(iso));

/** A short date in Morocco's time zone: 21/11/2026, 14:30. */
export const inMorocco = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: moroccoZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(iso));

/** The public state of a post: also whether it is scheduled. */
export function publicState(
  post: { status: string; published_at: string | null },
  now = Date.now(),
): 'draft' | 'archived' | 'published' | 'scheduled' {
  if (post.status !== 'published') return post.status === 'archived' ? 'archived' : 'draft';
  return post.published_at !== null && Date.parse(post.published_at) > now
    ? 'scheduled'
    : 'published';
}
