import { useRef } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { insertIdempotent } from '@/shared/api/insert-idempotent';
import { newId } from '@/shared/ui/new-id';
import type { Language } from '@/shared/i18n/language';
import { tableOf, type Entry } from './inbox-entry';

/** Polling interval for the state of a reply until it is sent or has failed. Milliseconds. */
const pollMs = 5000;

/** The replies that were sent from here to an inquiry, oldest first. */
export function useReplies({ id }: Entry) {
  return useQuery({
    queryKey: ['inquiry_replies', 'of', id],
    queryFn: ({ signal }) => selectReplies(id, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((reply) => reply.state === 'queued') === true ? pollMs : false,
  });
}

async function selectReplies(id: string, signal: AbortSignal) {
  const client = await sb();
  const replies = client.from('inquiry_replies').select('*').eq('inquiry_id', id);
  return unwrap(await replies.order('created_at', { ascending: true }).abortSignal(signal));
}

/** The content of a reply. */
export type ReplyContent = { language: Language; subject: string; body: string };

/**
 * Sends a reply; the inquiry becomes responded with it. Idempotent: the same content has the same id in
 * every attempt, so that a lost response causes no second e-mail. Throws a Failure.
 */
export function useSendReply(entry: Entry) {
  const queries = useQueryClient();
  const last = useRef<{ id: string; content: string }>(undefined);
  return useMutation({
    networkMode: 'always',
    mutationFn: async (reply: ReplyContent) => {
      if (entry.form === 'book_order') return;
      const content = JSON.stringify(reply);
      if (last.current?.content !== content) last.current = { id: newId(), content };
      const row = { id: last.current.id, form_type: entry.form, inquiry_id: entry.id, ...reply };
      await insertIdempotent((client) => client.from('inquiry_replies').insert(row));
    },
    onSuccess: () => {
      last.current = undefined;
      const own = tableOf(entry);
      return refresh(queries, ['inquiry_replies', 'form_submissions', ...(own ? [own] : [])]);
    },
  });
}
