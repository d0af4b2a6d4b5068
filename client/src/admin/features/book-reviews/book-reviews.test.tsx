import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { refused, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { closeToasts, user } from '@tests/user';
import type { Review } from './review';
import { ReviewList } from './review-list';

const review: Review = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Salma Benali',
  rating: 5,
  comment_en: null,
  comment_fr: 'Un livre qui donne envie de partir.',
  comment_ar: null,
  email: null,
  status: 'pending',
  verified: false,
  ordered: false,
  sample: false,
  featured: false,
  purchase_image_url: null,
  proof_path: null,
  reviewer_image_url: null,
  display_order: 0,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
};
const second: Review = {
  ...review,
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Omar Fassi',
  status: 'approved',
};

let server: Server;
let listed: () => Promise<Response>;
/** How the next change or deletion is answered. */
let change: () => Promise<Response>;

const counts: Record<string, number> = { 'eq.pending': 3, 'eq.approved': 12, 'eq.rejected': 1 };
const countOf = (url: URL) => counts[url.searchParams.get('status') ?? ''] ?? 16;

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  listed = pageOf([review, second]);
  change = pageOf([review]);
  server = await serve(() => listed());
  server.mockImplementation((address, { method }) => {
    const url = new URL(address);
    if (method === 'PATCH' || method === 'DELETE') return change();
    if (method === 'HEAD') return pageOf([], countOf(url))();
    return url.pathname.endsWith('/book_reviews') ? listed() : pageOf([])();
  });
});

afterEach(closeToasts);

const list = (query = '') => showAdmin(<ReviewList />, `/admin/book-reviews${query}`);
const sent = (method: string) => server.mock.calls.filter(([, init]) => init.method === method);
const decision = (did: 'Approve' | 'Reject', name = 'Salma Benali') =>
  screen.getByRole('button', { name: `${did} the review of ${name}` });
/** The row of a review in the table. */
const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));

describe('the list of reviews', () => {
  it('has a tab for each kind with its count, in the address', async () => {
    list();
    for (const name of ['All 16', 'Pending 3', 'Approved 12', 'Rejected 1']) {
      expect(await screen.findByRole('radio', { name })).toBeVisible();
    }
    await user.click(screen.getByRole('radio', { name: 'Pending 3' }));
    expect(addressNow()).toContain('status=pending');
    const asked = () => new URL(sent('GET').at(-1)?.[0] ?? '').searchParams;
    await waitFor(() => expect(asked().get('status')).toBe('eq.pending'));
    expect(asked().get('order')).toBe('created_at.desc,id.desc');
  });

  it('says when there are none', async () => {
    listed = pageOf([]);
    list();
    await expectText('No reviews found');
  });

  it('shows words in the language that they were written in, and says which', async () => {
    list();
    const [words] = await screen.findAllByText('Un livre qui donne envie de partir.');
    expect(words).toHaveAttribute('lang', 'fr');
    expect(screen.getAllByText('In French')[0]).toBeVisible();
  });
});

describe('a decision', () => {
  it.each([
    { did: 'Approve', status: 'approved', said: /is approved and shows on the book page\.$/ },
    { did: 'Reject', status: 'rejected', said: /is rejected and shows nowhere\.$/ },
  ] as const)('to $did shows at once, is sent and undone', async ({ did, status, said }) => {
    list();
    await screen.findAllByText('Salma Benali');
    await user.click(decision(did));
    await waitFor(() => expect(decision(did)).toHaveAttribute('aria-disabled', 'true'));
    await expectText(said);
    expect(sent('PATCH')[0]?.[1].body).toBe(JSON.stringify({ status }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent('PATCH')[1]?.[1].body).toBe('{"status":"pending"}'));
    await waitFor(() => expect(decision(did)).toHaveAttribute('aria-disabled', 'false'));
  });

  it.each([
    { why: 'the server refuses', answer: refused(403, '42501', 'permission denied') },
    { why: 'no row was changed: a policy refuses without an error', answer: pageOf([]) },
  ])('is shown before the answer, and taken back where $why', async ({ answer }) => {
    let settle = (_with: Response) => {};
    const held = new Promise<Response>((resolve) => {
      settle = resolve;
    });
    change = () => held;
    list();
    await screen.findAllByText('Salma Benali');
    await user.click(decision('Approve'));
    await waitFor(() => expect(row('Salma Benali').getByText('Approved')).toBeVisible());
    settle(await answer());
    await expectText(/^The review of Salma Benali was not changed\./);
    expect(row('Salma Benali').getByText('Pending')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('that is made already is not sent again', async () => {
    list();
    await screen.findAllByText('Omar Fassi');
    await user.click(decision('Approve', 'Omar Fassi'));
    await user.click(decision('Reject', 'Omar Fassi'));
    await waitFor(() => expect(sent('PATCH')).toHaveLength(1));
    expect(sent('PATCH')[0]?.[1].body).toBe('{"status":"rejected"}');
  });
});

it('many are decided at once, also those of other pages, and taken back to what each was', async () => {
  const states = new Map([
    [review.id, 'pending'],
    [second.id, 'approved'],
    ['00000000-0000-4000-8000-000000000003', 'rejected'],
  ]);
  const sentIds = (url: string) =>
    /in\.\((.*)\)/.exec(new URL(url).searchParams.get('id') ?? '')?.[1];
  listed = pageOf([review, second], 3);
  const before = server.getMockImplementation();
  server.mockImplementation((address, init) => {
    const select = new URL(address).searchParams.get('select');
    const known = [...states].map(([id, status]) => ({ id, status }));
    if (init.method === 'PATCH') {
      return pageOf((sentIds(address) ?? '').split(',').map((id) => ({ id })))();
    }
    if (select === 'id' || select === 'id,status') return pageOf(known)();
    return before?.(address, init) ?? pageOf([])();
  });
  list();
  await screen.findAllByText('Salma Benali');
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 3 that match' }));
  await screen.findByText('3 selected');
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await expectText('2 reviews are approved.');
  expect(screen.queryByText('3 selected')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('PATCH')).toHaveLength(3));
  expect(
    sent('PATCH').map(([url, { body }]) => [
      sentIds(url)
        ?.split(',')
        .map((id) => id.at(-1)),
      body,
    ]),
  ).toEqual([
    [['1', '3'], '{"status":"approved"}'],
    [['1'], '{"status":"pending"}'],
    [['3'], '{"status":"rejected"}'],
  ]);
});

describe('one review', () => {
  const opened = async () => {
    list(`?open=${review.id}`);
    return within(await screen.findByRole('dialog', { name: 'Review of Salma Benali' }));
  };
  const remove = async () => {
    const drawer = await opened();
    await user.click(drawer.getByRole('button', { name: 'Delete the review of Salma Benali' }));
    const asked = within(await screen.findByRole('alertdialog'));
    expect(asked.getByText('Are you sure you want to delete this review?')).toBeVisible();
    return asked;
  };

  it('has its history', async () => {
    const drawer = await opened();
    await user.click(drawer.getByRole('button', { name: 'History' }));
    const asked = () => server.mock.calls.find(([url]) => url.includes('/audit_log'))?.[0] ?? '';
    await waitFor(() => expect(asked()).toContain(`row_id=eq.${review.id}`));
    expect(asked()).toContain('table_name=eq.book_reviews');
  });

  it('is not deleted where the answer is no', async () => {
    const asked = await remove();
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent('DELETE')).toEqual([]);
  });

  it('is deleted after the question, and its drawer closes', async () => {
    const asked = await remove();
    listed = pageOf([second]);
    await user.click(asked.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(addressNow()).not.toContain('open='));
    expect(sent('DELETE')[0]?.[0]).toContain(`id=eq.${review.id}`);
    // The messages stand in the drawer while it is open, then in the page.
    const said = () => screen.getByText('The review of Salma Benali is deleted.');
    await waitFor(() => expect(said()).toBeVisible());
  });

  it('stays where the server refuses to delete it', async () => {
    change = pageOf([]);
    const asked = await remove();
    await user.click(asked.getByRole('button', { name: 'Delete' }));
    await expectText(/^The review of Salma Benali was not deleted\./);
    expect(screen.getByRole('dialog', { name: 'Review of Salma Benali' })).toBeVisible();
  });
});
