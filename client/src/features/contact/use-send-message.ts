import { useMutation } from '@tanstack/react-query';
import { insertIdempotent } from '@/api/insert-idempotent';
import type { Insert } from '@/api/rows';
import type { Language } from '@/i18n/language';
import { textOf } from '@/ui/form-text';

const sendMessage = (submission: ContactSubmission) =>
  insertIdempotent((client) => client.from('contact_submissions').insert(submission));

/** Inserts a message. Fails at once when offline. */
export const useSendMessage = () => useMutation({ mutationFn: sendMessage, networkMode: 'always' });

export const topics = ['speaking', 'media', 'partnership', 'general'] as const;
type Topic = (typeof topics)[number];

const isTopic = (value: string): value is Topic => topics.some((topic) => topic === value);

// Subjects are English in every language, because the admin reads them in one list.
const subjects: Record<Topic, string> = {
  speaking: 'Speaking Engagement',
  media: 'Media Interview',
  partnership: 'Partnership',
  general: 'General Inquiry',
};

type ContactSubmission = Insert<'contact_submissions'>;

/** The row of a message. The subject is the topic, with the organization if given; `lines` precede the message. */
export function submissionOf(
  data: FormData,
  { id, language, lines = [] }: { id: string; language: Language; lines?: string[] },
): ContactSubmission {
  const chosen = textOf(data, 'topic');
  const topic = subjects[isTopic(chosen) ? chosen : 'speaking'];
  const organization = textOf(data, 'organization');
  const message = textOf(data, 'message');
  return {
    id,
    name: textOf(data, 'name'),
    email: textOf(data, 'email'),
    subject: organization === '' ? topic : `${topic} - ${organization}`,
    message: lines.length === 0 ? message : `${lines.join('\n')}\n\n${message}`,
    source_page: 'contact',
    status: 'new',
    language,
  };
}
