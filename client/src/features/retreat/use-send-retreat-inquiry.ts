import { useMutation } from '@tanstack/react-query';
import { insertIdempotent } from '../../api/insert-idempotent';
import type { Insert } from '../../api/rows';

const send = (inquiry: Insert<'retreat_inquiries'>) =>
  insertIdempotent((client) => client.from('retreat_inquiries').insert(inquiry));

/** Inserts an inquiry. Fails at once when offline. */
export const useSendRetreatInquiry = () => useMutation({ mutationFn: send, networkMode: 'always' });
