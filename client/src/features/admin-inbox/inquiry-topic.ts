/** What a message is about: the four topics of the contact form, and the retreat. */
export const replyTopics = ['speaking', 'media', 'partnership', 'general', 'retreat'] as const;
export type ReplyTopic = (typeof replyTopics)[number];

// The contact form writes its topic in English, whatever the language of the page.
const subjects: [start: string, topic: ReplyTopic][] = [
  ['Speaking Engagement', 'speaking'],
  ['Media Interview', 'media'],
  ['Partnership', 'partnership'],
];

/** The topic that a subject begins with. */
export const topicOfSubject = (subject: string | null): ReplyTopic =>
  subjects.find(([start]) => subject?.startsWith(start) === true)?.[1] ?? 'general';

/** The organization in a subject: what follows the topic and a dash. */
export const organizationIn = (subject: string | null): string =>
  / [-–—] (.+)$/s.exec(subject ?? '')?.[1]?.trim() ?? '';
