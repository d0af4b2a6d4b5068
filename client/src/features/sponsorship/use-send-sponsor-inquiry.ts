import { useMutation } from '@tanstack/react-query';
import { insertIdempotent } from '../../api/insert-idempotent';
import type { Insert } from '../../api/rows';

const send = (inquiry: Insert<'sponsorship_inquiries'>) =>
  insertIdempotent((client) => client.from('sponsorship_inquiries').insert(inquiry));

/** Writes a sponsor's inquiry; it fails at once and in words when there is no connection. */
export const useSendSponsorInquiry = () => useMutation({ mutationFn: send, networkMode: 'always' });
