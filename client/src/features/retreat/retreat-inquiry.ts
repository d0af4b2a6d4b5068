import type { Insert } from '../../api/rows';
import { textOf } from '../../ui/form-text';

/** The row of an inquiry; an empty message is null. */
export const retreatInquiryOf = (data: FormData, id: string): Insert<'retreat_inquiries'> => ({
  id,
  name: textOf(data, 'name'),
  email: textOf(data, 'email'),
  phone: textOf(data, 'phone'),
  message: textOf(data, 'message') || null,
  status: 'new',
});
