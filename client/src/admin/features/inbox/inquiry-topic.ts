/** The reply topics: the four of the contact form, and the retreat. */
export const replyTopics = ['speaking', 'media', 'partnership', 'general', 'retreat'] as const;
export type ReplyTopic = (typeof replyTopics)[number];

// Messages of earlier releases have the English label of the topic.
const topics = new Map<string, ReplyTopic>([
  ['speaking', 'speaking'],
  ['Speaking Engagement', 'speaking'],
  ['media', 'media'],
  ['Media Interview', 'media'],
  ['partnership', 'partnership'],
  ['Partnership', 'partnership'],
]);

/** The topic of a subject, before the dash and the organization. */
export const topicOfSubject = (subject: string | null): ReplyTopic =>
  topics.get(subject?.split(' - ')[0] ?? '') ?? 'general';

/** The organization in a subject, after the topic and a dash. */
export const organizationIn = (subject: string | null): string =>
  / [-–—] (.+)$/s.exec(subject ?? '')?.[1]?.trim() ?? '';
