/** The reply topics: the four of the contact form, and the retreat. */
export const replyTopics = ['speaking', 'media', 'partnership', 'general', 'retreat'] as const;
export type ReplyTopic = (typeof replyTopics)[number];

// The contact form stores the topic in English in every language.
const subjects: [start: string, topic: ReplyTopic][] = [
  ['Speaking Engagement', 'speaking'],
  ['Media Interview', 'media'],
  ['Partnership', 'partnership'],
];

/** The topic of a subject, by its start. */
export const topicOfSubject = (subject: string | null): ReplyTopic =>
  subjects.find(([start]) => subject?.startsWith(start) === true)?.[1] ?? 'general';

/** The organization in a subject, after the topic and a dash. */
export const organizationIn = (subject: string | null): string =>
  / [-–—] (.+)$/s.exec(subject ?? '')?.[1]?.trim() ?? '';
