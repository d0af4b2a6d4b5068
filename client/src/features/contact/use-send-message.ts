import { useMutation } from '@tanstack/react-query';
import { insertIdempotent } from '../../api/insert-idempotent';
import type { ContactSubmission } from './submission';

const sendMessage = (submission: ContactSubmission) =>
  insertIdempotent((client) => client.from('contact_submissions').insert(submission));

/** Inserts a message. Fails at once when offline. */
export const useSendMessage = () => useMutation({ mutationFn: sendMessage, networkMode: 'always' });
