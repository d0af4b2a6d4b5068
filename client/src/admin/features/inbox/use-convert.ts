import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { rememberOwn } from '@/admin/kit/live/own-rows';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { textOf } from '@/shared/ui/form-text';
import { numberIn } from './booking-lines';

/** The event columns of a speaking inquiry; unknown ones are omitted. */
type Event = {
  organization?: string;
  phone?: string;
  event_date?: string;
  audience_size?: number;
  topic?: string;
};

/** Reads the event from the form. */
export function eventOf(data: FormData): Event {
  const event: Event = {};
  for (const column of ['organization', 'phone', 'event_date', 'topic'] as const) {
    const text = textOf(data, column);
    if (text !== '') event[column] = text;
  }
  const audience = numberIn(textOf(data, 'audience_size'));
  return audience === null ? event : { ...event, audience_size: audience };
}

async function convert(id: string, event: Event) {
  const client = await sb();
  return unwrap(
    await client.rpc('convert_to_speaking_inquiry', { contact_submission_id: id, ...event }),
  );
}

/**
 * Converts a message to a speaking inquiry and returns it. Idempotent: a retry returns the same inquiry.
 */
export function useConvert(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (event: Event) => convert(id, event),
    onSuccess: (talk) => {
      rememberOwn(talk.id);
      return refresh(queries, ['contact_submissions', 'form_submissions', 'speaking_inquiries']);
    },
  });
}
