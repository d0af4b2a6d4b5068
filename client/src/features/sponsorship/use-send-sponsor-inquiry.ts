import { useMutation } from '@tanstack/react-query';
import { insertIdempotent } from '../../api/insert-idempotent';
import type { Insert } from '../../api/rows';

const send = (inquiry: Insert<'sponsorship_inquiries'>) =>
  insertIdempotent((client) => client.from('sponsorship_inquiries').insert(inquiry));

/** Inserts an inquiry. Fails at once when offline. */
export const useSendSponsorInquiry = () => useMutation({ mutationFn: send, networkMode: 'always' });
