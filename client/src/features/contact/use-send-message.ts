import { useMutation } from '@tanstack/react-query';
import { insertOnce } from '../../api/insert-once';
import type { ContactSubmission } from './submission';

const sendMessage = (submission: ContactSubmission) =>
  insertOnce((client) => client.from('contact_submissions').insert(submission));

/** Writes a message; it fails at once and in words when there is no connection. */
export const useSendMessage = () => useMutation({ mutationFn: sendMessage, networkMode: 'always' });
