/** The event data at the start of a speaking request; '' if missing. */
export type Booking = { talk: string; date: string; audience: string; budget: string };

type Line = keyof Booking;

// The form writes these lines in the language of its page (contact.json, booking.lines).
const labels: Record<string, Line> = {
  Talk: 'talk',
  Conférence: 'talk',
  المحاضرة: 'talk',
  Date: 'date',
  التاريخ: 'date',
  'Audience size': 'audience',
  Public: 'audience',
  'عدد الحضور': 'audience',
  Budget: 'budget',
  الميزانية: 'budget',
};

/** Parses the labelled lines at the start of a message, up to the first other line. */
export function bookingIn(message: string): Booking {
  const booking: Booking = { talk: '', date: '', audience: '', budget: '' };
  for (const line of message.split('\n')) {
    const [, label = '', value = ''] = /^([^:]+?)\s?: (.+)$/u.exec(line) ?? [];
    const known = labels[label];
    if (known === undefined) break;
    booking[known] = value.trim();
  }
  return booking;
}

/** The first integer in a text: "200", "about 1,500 people", "1 500". */
export function numberIn(text: string): number | null {
  const [found] = /\d{1,3}(?:[\s,.  ]\d{3})+|\d+/u.exec(text) ?? [];
  return found === undefined ? null : Number(found.replace(/\D/g, ''));
}

/** The text if it is a date as YYYY-MM-DD, else ''. */
export const dayIn = (text: string): string => /^\d{4}-\d{2}-\d{2}$/.exec(text)?.[0] ?? '';
