import { useMutation } from '@tanstack/react-query';
import { insertIdempotent } from '@/shared/api/insert-idempotent';
import type { Insert } from '@/shared/api/rows';
import type { Language } from '@/shared/i18n/language';
import { uploadFile } from '@/shared/api/upload-file';
import { textOf } from '@/shared/ui/form-text';
import type { Sent, SendFile } from '@/shared/ui/use-form-file';

/** Upper limits in US dollars, and `custom` for any other. */
export const budgets = ['5k', '10k', '25k', '50k', 'custom'] as const;

const budgetOf = (value: string) => budgets.find((budget) => budget === value) ?? 'custom';

/** The row of an inquiry. */
export const sponsorInquiryOf = (
  data: FormData,
  { id, file }: Sent,
  language: Language,
): Insert<'sponsorship_inquiries'> => ({
  id,
  name: textOf(data, 'name'),
  email: textOf(data, 'email'),
  organization: textOf(data, 'organization'),
  budget_range: budgetOf(textOf(data, 'budget')),
  message: textOf(data, 'message'),
  status: 'new',
  language,
  ...(file !== undefined && { attachment_path: id, attachment_name: file.name }),
});

/** Uploads an attachment, which admins alone read. */
export const uploadAttachment: SendFile = (path, { body, type }, options) =>
  uploadFile({ bucket: 'sponsor-attachments', path, body, type, ...options });

const send = (inquiry: Insert<'sponsorship_inquiries'>) =>
  insertIdempotent((client) => client.from('sponsorship_inquiries').insert(inquiry));

/** Inserts an inquiry. Fails at once when offline. */
export const useSendSponsorInquiry = () => useMutation({ mutationFn: send, networkMode: 'always' });
