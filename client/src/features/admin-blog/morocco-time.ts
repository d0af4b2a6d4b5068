import type { Language } from '../../i18n/language';

/** Posts are dated by the clock of Morocco, wherever they are written. */
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

/** An instant as a datetime-local field shows it: 2026-11-21T14:30, by Morocco's clock. '' for none. */
export function toMoroccoField(iso: string | null): string {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.formatToParts(date).find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/**
 * The instant that Morocco's clock shows so; null for what is no time. The clock goes back an hour in
 * Ramadan: the offset is that of the instant itself, found in two steps.
 */
export function fromMoroccoField(field: string): string | null {
  const asUtc = Date.parse(`${field}:00Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(field) || Number.isNaN(asUtc)) return null;
  const first = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(first)).toISOString();
}

/** Milliseconds by which Morocco's clock is ahead of UTC at an instant. */
function offsetAt(instant: number): number {
  return (
    Date.parse(`${toMoroccoField(new Date(instant).toISOString())}:00Z`) - floorMinute(instant)
  );
}

const floorMinute = (instant: number) => Math.floor(instant / 60_000) * 60_000;

const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr', ar: 'ar-MA-u-nu-latn' };

/** An instant in words, by Morocco's clock: Saturday 21 November 2026 at 14:30. */
export const inMoroccoLong = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    timeZone: moroccoZone,
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(new Date(iso));

/** An instant in short, by Morocco's clock: 21/11/2026, 14:30. */
export const inMorocco = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: moroccoZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(iso));

/** Whether readers see a post, or are going to. */
export function publicState(
  post: { status: string; published_at: string | null },
  now = Date.now(),
): 'draft' | 'archived' | 'published' | 'scheduled' {
  if (post.status !== 'published') return post.status === 'archived' ? 'archived' : 'draft';
  return post.published_at !== null && Date.parse(post.published_at) > now
    ? 'scheduled'
    : 'published';
}
