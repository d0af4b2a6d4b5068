import { useMutation } from '@tanstack/react-query';
import { insertIdempotent } from '@/shared/api/insert-idempotent';
import type { Insert } from '@/shared/api/rows';
import type { Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/ui/form-text';
import { normalisePhone } from '@/shared/ui/phone';

const send = (inquiry: Insert<'retreat_inquiries'>) =>
  insertIdempotent((client) => client.from('retreat_inquiries').insert(inquiry));

/** Inserts an inquiry. Fails at once when offline. */
export const useSendRetreatInquiry = () => useMutation({ mutationFn: send, networkMode: 'always' });

/** The row of an inquiry; an empty message is null. */
export const retreatInquiryOf = (
  data: FormData,
  id: string,
  language: Language,
): Insert<'retreat_inquiries'> => ({
  id,
  name: textOf(data, 'name'),
  email: textOf(data, 'email'),
  phone: normalisePhone(textOf(data, 'phone')),
  message: textOf(data, 'message') || null,
  status: 'new',
  language,
});
