import { useRef } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useRefetchInterval } from '@/admin/kit/rows/use-refetch-interval';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { rowQuery } from '@/admin/kit/rows/use-opened-row';
import { oneOf } from '@/admin/kit/rows/row-calls';
import { callFunction } from '@/shared/api/call-function';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { insertIdempotent } from '@/shared/api/insert-idempotent';
import type { Language } from '@/shared/i18n/language';
import { newId } from '@/shared/ui/new-id';
import type { NewsletterTexts } from './newsletter';

/** A newsletter by its id; null if there is none. Realtime and polling keep it up to date. */
export function useNewsletter(id: string) {
  return useQuery({ ...rowQuery('newsletters', id), ...useRefetchInterval() });
}

/** The number of confirmed subscribers who would get a newsletter now, by their language. */
export function useRecipientGroups(id: string, isShown: boolean) {
  return useQuery({
    queryKey: ['newsletter_subscribers', 'groups', id],
    queryFn: async ({ signal }) => {
      const client = await sb();
      return unwrap(await client.rpc('newsletter_groups', { newsletter: id }).abortSignal(signal));
    },
    enabled: isShown,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Creates a draft, empty or with texts, and resolves to its id. Idempotent until it has succeeded. */
export function useNewNewsletter() {
  const queries = useQueryClient();
  const pending = useRef<string>(undefined);
  return useMutation({
    mutationFn: async (texts: Partial<NewsletterTexts>) => {
      const id = (pending.current ??= newId());
      await insertIdempotent((client) => client.from('newsletters').insert({ id, ...texts }));
      return id;
    },
    onSuccess: () => {
      pending.current = undefined;
      return refresh(queries, ['newsletters']);
    },
  });
}

type Sending = {
  /** The version that the user has seen; another one is refused. */
  updatedAt: string;
  /** An ISO time; null is now. */
  at: string | null;
};

/** Schedules a draft. Throws a Failure, also if it was changed meanwhile. */
export function useScheduleNewsletter(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ updatedAt, at }: Sending) => {
      const client = await sb();
      const changed = await client
        .from('newsletters')
        .update({ status: 'scheduled', scheduled_for: at })
        .eq('id', id)
        .eq('updated_at', updatedAt)
        .eq('status', 'draft')
        .select('id');
      return oneOf(unwrap(changed));
    },
    onSettled: () => refresh(queries, ['newsletters']),
  });
}

/** Cancels a newsletter that is scheduled or being sent. Throws a Failure, also if it has ended. */
export function useCancelNewsletter(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const client = await sb();
      const changed = await client
        .from('newsletters')
        .update({ status: 'cancelled' })
        .eq('id', id)
        .in('status', ['scheduled', 'sending'])
        .select('id');
      return oneOf(unwrap(changed));
    },
    onSettled: () => refresh(queries, ['newsletters', 'newsletter_recipients']),
  });
}

const preview = z.object({ subject: z.string(), html: z.string(), text: z.string() });

/** The e-mail of the saved draft in a language, as it will be sent. */
export function useNewsletterPreview(id: string, language: Language) {
  return useQuery({
    queryKey: ['newsletters', 'preview', id, language],
    queryFn: async () =>
      z.parse(preview, await callFunction('preview-newsletter', { id, language })),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Sends the saved draft to the admin's own address, to which it resolves. Throws a Failure. */
export function useTestNewsletter(id: string) {
  return useMutation({
    mutationFn: async (language: Language) =>
      z.parse(z.object({ to: z.string() }), await callFunction('test-newsletter', { id, language }))
        .to,
  });
}
