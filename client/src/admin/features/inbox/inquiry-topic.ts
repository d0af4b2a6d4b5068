/** The reply topics: the four of the contact form, and the retreat. */
export const replyTopics = ['speaking', 'media', 'partnership', 'general', 'retreat'] as const;
export type ReplyTopic = (typeof replyTopics)[number];

const isTopic = (text: string): text is ReplyTopic => replyTopics.some((topic) => topic === text);

/** The topic of a subject, before the dash and the organization. */
export function topicOfSubject(subject: string | null): ReplyTopic {
  const topic = subject?.split(' - ')[0] ?? '';
  return isTopic(topic) ? topic : 'general';
}

/** The organization in a subject, after the topic and a dash. */
export const organizationIn = (subject: string | null): string =>
  / [-–—] (.+)$/s.exec(subject ?? '')?.[1]?.trim() ?? '';
