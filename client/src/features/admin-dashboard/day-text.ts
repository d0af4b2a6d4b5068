/** A day of the server's (2026-11-21) as day/month. */
export const dayText = (day: string): string => day.split('-').slice(1).toReversed().join('/');
