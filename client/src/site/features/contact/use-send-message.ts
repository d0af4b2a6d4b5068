import { useMutation } from '@tanstack/react-query';
import { insertIdempotent } from '@/shared/api/insert-idempotent';
import type { Insert } from '@/shared/api/rows';
import type { Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/ui/form-text';

const sendMessage = (submission: ContactSubmission) =>
  insertIdempotent((client) => client.from('contact_submissions').insert(submission));

/** Inserts a message. Fails at once when offline. */
export const useSendMessage = () => useMutation({ mutationFn: sendMessage, networkMode: 'always' });

export const topics = ['speaking', 'media', 'partnership', 'general'] as const;

type ContactSubmission = Insert<'contact_submissions'>;

/**
 * The row of a message. The subject is the topic, a dash and the organization, if given: the same in every language, since
 * the admin reads all in one list. `lines` precede the message.
 */
export function submissionOf(
  data: FormData,
  { id, language, lines = [] }: { id: string; language: Language; lines?: string[] },
): ContactSubmission {
  const topic = textOf(data, 'topic') || 'speaking';
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
