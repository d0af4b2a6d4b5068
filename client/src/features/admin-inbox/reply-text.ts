import type { TFunction } from 'i18next';
import { bookingIn, dayIn, numberIn, type Booking } from './booking-lines';
import { textIn, type Entry } from './inbox-entry';
import { topicOfSubject, type ReplyTopic } from './inquiry-topic';

/** How an answer goes out: by the mail program, or as a chat. */
export const replyWays = ['mail', 'chat'] as const;
export type ReplyWay = (typeof replyWays)[number];

/** The words of the inbox in the language of the answer. */
type Words = TFunction<'admin-inbox'>;

/** The template that fits an entry best. */
export function topicOf(entry: Entry): ReplyTopic {
  if (entry.form === 'contact') return topicOfSubject(textIn(entry, 'subject'));
  if (entry.form === 'sponsorship') return 'partnership';
  return entry.form === 'book_order' ? 'general' : entry.form;
}

/** What is known of the event that a talk is asked for: from the form's own columns, or the message. */
export function bookingOf(entry: Entry): Booking {
  const said = bookingIn(entry.message ?? '');
  return {
    talk: textIn(entry, 'topic') || said.talk,
    date: textIn(entry, 'event_date') || dayIn(said.date),
    audience: textIn(entry, 'audience_size') || String(numberIn(said.audience) ?? ''),
    budget: said.budget,
  };
}

export const replySubject = (words: Words, topic: ReplyTopic): string =>
  words(`templates.${topic}.subject`);

/** The text that an answer begins as, signed by whoever answers. */
export function replyText(
  words: Words,
  { entry, topic, way, me }: { entry: Entry; topic: ReplyTopic; way: ReplyWay; me: string },
): string {
  const asks = asksOf(words, bookingOf(entry));
  const text = words(`templates.${topic}.${way}`, { name: entry.name.trim(), asks });
  return way === 'mail' && me !== '' ? `${text}\n${me}` : text;
}

/** Asks for what is not known yet, and for nothing that was said already. */
function asksOf(words: Words, { date, audience }: Booking): string {
  const open = [
    ...(date === '' ? [words('asks.date')] : []),
    ...(audience === '' ? [words('asks.audience')] : []),
    words('asks.place'),
  ];
  return [words('asks.intro'), ...open.map((ask) => `- ${ask}`)].join('\n');
}
