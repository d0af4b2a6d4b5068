import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { refused, sentTo, serve, type Server } from '@tests/page';
import { enterText, user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import { AddReviewDrawer } from './add-review-drawer';

let server: Server;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  sessionStorage.clear(); // a draft of the test before
  server = await serve(pageOf([{ id: '1' }]));
});

async function form() {
  showAdmin(<AddReviewDrawer />, '/admin/book-reviews?open=new');
  return within(await screen.findByRole('dialog', { name: 'Add New Review' }));
}
type Form = Awaited<ReturnType<typeof form>>;

const submit = (on: Form) => user.click(on.getByRole('button', { name: 'Add this review' }));

async function fill(on: Form) {
  await enterText(on.getByRole('textbox', { name: /^Name/ }), ' Salma ');
  const [english] = on.getAllByRole('textbox', { name: /English/ });
  if (english === undefined) throw new Error('there is a field for English');
  await enterText(english, 'A book to read twice.');
}

describe('the form of a review', () => {
  it('says what is needed, and sends nothing', async () => {
    const opened = await form();
    await submit(opened);
    expect(await opened.findByText('Write the name of the reader.')).toBeVisible();
    expect(opened.getByText('Write the comment in at least one language.')).toBeVisible();
    expect(server).not.toHaveBeenCalled();
  });

  it('adds it as approved, in the one language that it has', async () => {
    const opened = await form();
    await fill(opened);
    await submit(opened);
    await expectText('The review of Salma is added.');
    expect(sentTo(server, 'book_reviews')).toEqual({
      name: 'Salma',
      rating: 5,
      comment_en: 'A book to read twice.',
      comment_fr: null,
      comment_ar: null,
      verified: false,
      status: 'approved',
    });
    await waitFor(() => expect(addressNow()).not.toContain('open='));
  });

  it('keeps every word over a refusal', async () => {
    server.mockImplementation(refused(403, '42501', 'permission denied'));
    const opened = await form();
    await fill(opened);
    await submit(opened);
    expect(await opened.findByText(/^The review was not added\./)).toBeVisible();
    expect(opened.getByDisplayValue('A book to read twice.')).toBeVisible();
  });
});
