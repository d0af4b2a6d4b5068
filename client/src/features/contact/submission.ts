import type { Insert } from '../../api/rows';
import { textOf } from '../../ui/form-text';

export const topics = ['speaking', 'media', 'partnership', 'general'] as const;
export type Topic = (typeof topics)[number];

const isTopic = (value: string): value is Topic => topics.some((topic) => topic === value);

export type ContactSubmission = Insert<'contact_submissions'>;

/**
 * The row of a message. The subject is the topic, a dash and the organization, or the topic alone.
 * `topicLabel` says a topic in words; the owner reads them, so they are the English ones.
 */
export function submissionOf(
  data: FormData,
  topicLabel: (topic: Topic) => string,
): ContactSubmission {
  const chosen = textOf(data, 'topic');
  const topic = topicLabel(isTopic(chosen) ? chosen : 'speaking');
  const organization = textOf(data, 'organization');
  return {
    name: textOf(data, 'name'),
    email: textOf(data, 'email'),
    subject: organization === '' ? topic : `${topic} - ${organization}`,
    message: textOf(data, 'message'),
    source_page: 'contact',
    status: 'new',
  };
}
