import { useMutation } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import type { ContactSubmission } from './submission';

async function sendMessage(submission: ContactSubmission): Promise<void> {
  const client = await sb();
  unwrap(await client.from('contact_submissions').insert(submission));
}

/** Writes a message; it fails at once and in words when there is no connection. */
export const useSendMessage = () => useMutation({ mutationFn: sendMessage, networkMode: 'always' });
