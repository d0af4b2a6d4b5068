import { useMutation } from '@tanstack/react-query';
import { insertIdempotent } from '../../api/insert-idempotent';
import type { ContactSubmission } from './submission';

const sendMessage = (submission: ContactSubmission) =>
  insertIdempotent((client) => client.from('contact_submissions').insert(submission));

/** Writes a message; it fails at once and in words when there is no connection. */
export const useSendMessage = () => useMutation({ mutationFn: sendMessage, networkMode: 'always' });
