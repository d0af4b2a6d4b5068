import { useMutation } from '@tanstack/react-query';
import { insertIdempotent } from '../../api/insert-idempotent';
import type { Insert } from '../../api/rows';
import type { Language } from '../../i18n/language';
import { textOf } from '../../ui/form-text';

/** Upper limits in US dollars, and `custom` for any other. */
export const budgets = ['5k', '10k', '25k', '50k', 'custom'] as const;

const budgetOf = (value: string) => budgets.find((budget) => budget === value) ?? 'custom';

/** The row of an inquiry. */
export const sponsorInquiryOf = (
  data: FormData,
  id: string,
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
});

const send = (inquiry: Insert<'sponsorship_inquiries'>) =>
  insertIdempotent((client) => client.from('sponsorship_inquiries').insert(inquiry));

/** Inserts an inquiry. Fails at once when offline. */
export const useSendSponsorInquiry = () => useMutation({ mutationFn: send, networkMode: 'always' });
