import type { Insert } from '../../api/rows';
import { textOf } from '../../ui/form-text';

/** In US dollars: under 5,000, to 10,000, to 25,000, to 50,000, and what none of these says. */
export const budgets = ['5k', '10k', '25k', '50k', 'custom'] as const;

const budgetOf = (value: string) => budgets.find((budget) => budget === value) ?? 'custom';

/** The row of an inquiry, as the form was filled in. */
export const sponsorInquiryOf = (data: FormData, id: string): Insert<'sponsorship_inquiries'> => ({
  id,
  name: textOf(data, 'name'),
  email: textOf(data, 'email'),
  organization: textOf(data, 'organization'),
  budget_range: budgetOf(textOf(data, 'budget')),
  message: textOf(data, 'message'),
  status: 'new',
});
