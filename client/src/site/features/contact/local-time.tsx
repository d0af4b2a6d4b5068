import { useEffect, useState } from 'react';
import { useIsHydrated } from '@/shared/ui/use-is-hydrated';

const minuteMs = 60_000;

/**
 * The time zone of a place, if its English name says Morocco, which has one. Of another place nothing is
 * claimed: the setting is free text.
 */
export const timeZoneOf = (place: string): string | undefined =>
  /\bmorocco\b/i.test(place) ? 'Africa/Casablanca' : undefined;

/**
 * The time in a time zone and its offset, as 09:30 GMT+1, by the browser's time zone database, which is newer than
 * the server's. The server's HTML has neither.
 */
export function LocalTime({ timeZone }: { timeZone: string }) {
  const hydrated = useIsHydrated();
  const now = useMinute();
  if (!hydrated) return '\u00a0'; // of the same height
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
  });
  return (
    <time dir="ltr" dateTime={now.toISOString()}>
      {format.format(now)}
    </time>
  );
}

/** The current time, updated when a minute begins. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), minuteMs - (now.getTime() % minuteMs));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
