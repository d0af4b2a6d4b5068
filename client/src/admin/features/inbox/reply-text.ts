import type { TFunction } from '@/shared/i18n';
import { bookingIn, dayIn, numberIn, type Booking } from './booking-lines';
import { textIn, type Entry } from './inbox-entry';
import { topicOfSubject, type ReplyTopic } from './inquiry-topic';

/** The channels of a reply: e-mail or WhatsApp. */
export const replyWays = ['mail', 'chat'] as const;
export type ReplyWay = (typeof replyWays)[number];

/** The messages of the inbox in the language of the reply. */
type Messages = TFunction<'admin-inbox'>;

/** The topic whose template fits an entry. */
export function topicOf(entry: Entry): ReplyTopic {
  if (entry.form === 'contact') return topicOfSubject(textIn(entry, 'subject'));
  if (entry.form === 'sponsorship') return 'partnership';
  return entry.form === 'book_order' ? 'general' : entry.form;
}

/** The event data of a speaking request, from its columns or the message. */
export function bookingOf(entry: Entry): Booking {
  const booking = bookingIn(entry.message ?? '');
  return {
    talk: textIn(entry, 'topic') || booking.talk,
    date: textIn(entry, 'event_date') || dayIn(booking.date),
    audience: textIn(entry, 'audience_size') || String(numberIn(booking.audience) ?? ''),
    budget: booking.budget,
  };
}

export const replySubject = (t: Messages, topic: ReplyTopic): string =>
  t(`templates.${topic}.subject`);

/** The reply template, signed with the admin's name. */
export function replyText(
  t: Messages,
  { entry, topic, way, me }: { entry: Entry; topic: ReplyTopic; way: ReplyWay; me: string },
): string {
  const asks = missingQuestions(t, bookingOf(entry));
  const text = t(`templates.${topic}.${way}`, { name: entry.name.trim(), asks });
  return way === 'mail' && me !== '' ? `${text}\n${me}` : text;
}

/** The questions for missing event data. */
function missingQuestions(t: Messages, { date, audience }: Booking): string {
  const open = [
    ...(date === '' ? [t('asks.date')] : []),
    ...(audience === '' ? [t('asks.audience')] : []),
    t('asks.place'),
  ];
  return [t('asks.intro'), ...open.map((ask) => `- ${ask}`)].join('\n');
}
