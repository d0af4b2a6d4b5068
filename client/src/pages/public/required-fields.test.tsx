import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { BookOrderForm } from '@/features/book-order/book-order-form';
import { useEdition } from '@/features/book-order/edition';
import { ReviewForm } from '@/features/book-reviews/review-form';
import { ContactForm } from '@/features/contact/contact-form';
import { NewsletterForm } from '@/features/newsletter/newsletter-form';
import { RetreatForm } from '@/features/retreat/retreat-form';
import { SponsorForm } from '@/features/sponsorship/sponsor-form';
import { created, serve, show } from '@tests/page';
import fields from '@tests/required-fields.json';

// There is no canvas for confetti.
vi.mock('@/features/book-order/celebrate', () => ({ celebrate: () => Promise.resolve() }));

function OrderForm() {
  const [edition, chooseEdition] = useEdition();
  return (
    <BookOrderForm
      priceMad={279}
      maxPerOrder={20}
      delivery={[]}
      whatsapp={null}
      edition={edition}
      onEdition={chooseEdition}
      onPlaced={() => {}}
    />
  );
}

const forms = {
  book_orders: <OrderForm />,
  book_reviews: <ReviewForm onDone={() => {}} />,
  contact_submissions: <ContactForm />,
  sponsorship_inquiries: <SponsorForm />,
  retreat_inquiries: <RetreatForm days={{ start: '2126-11-07', end: '2126-11-09' }} />,
  newsletter_subscribers: <NewsletterForm synced={false} />,
} satisfies Record<keyof typeof fields, unknown>;

const listed: Record<string, Record<string, { required: boolean }>> = fields;

const honeypot = 'website';
const typed =
  'input:not([type=radio], [type=checkbox], [type=file], [type=hidden]), select, textarea';

// policies/required_fields_test.go compares the same list with what the database requires of a visitor.
it.each(Object.entries(forms))('of %s are marked as the list says', async (table, form) => {
  await serve(created);
  const { container } = show(form);
  await screen.findAllByRole('textbox');
  const controls = [
    ...container.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      typed,
    ),
  ].filter(({ name }) => name !== '' && name !== honeypot);
  const found = Object.fromEntries(controls.map(({ name, required }) => [name, required]));
  expect(found).toEqual(
    Object.fromEntries(
      Object.entries(listed[table] ?? {}).map(([name, { required }]) => [name, required]),
    ),
  );
});
