import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { accountItems } from '@/admin/kit/account/account-items';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { rows, sentTo, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { user } from '@tests/user';
import { SubmissionInbox } from './submission-inbox';

const listed = {
  form_type: 'sponsorship',
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Amal',
  email: 'amal@example.org',
  phone: null,
  message: 'Hello, we would like to help.',
  status: 'read',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  assigned_to: null,
  notes: null,
  replied: false,
};
const orderId = '00000000-0000-4000-8000-000000000002';
const order = { ...listed, id: orderId, form_type: 'book_order', name: 'Buyer', status: null };
const whole = { ...listed, record: { id: listed.id, organization: 'Atlas', budget_range: '25k' } };
const never = () => new Promise<Response>(() => {});

let server: Server;
let one: () => Promise<Response>;

beforeEach(async () => {
  accountItems.close();
  one = () => Promise.resolve(Response.json([whole]));
  server = await serve(rows([]));
  server.mockImplementation((url, { method }) => {
    const { pathname, searchParams } = new URL(url);
    if (method === 'PATCH') return rows([{ ...listed, status: 'responded' }])();
    if (!pathname.endsWith('/form_submissions') || method === 'HEAD') return pageOf([])();
    return searchParams.has('id') ? one() : pageOf([listed])();
  });
});

/** The addresses of the requests for the list. */
const listsAsked = () =>
  server.mock.calls.flatMap(([url, { method }]) =>
    url.includes('/form_submissions?') && method !== 'HEAD' && url.includes('limit=25')
      ? [url]
      : [],
  );

const show = (address = '/admin/form-submissions') =>
  showAdmin(<SubmissionInbox me={{ id: 'me', name: '' }} />, address);

/** Answers the list with these rows, and counts with a number. */
const answerWith = (entries: object[], count: number) =>
  server.mockImplementation((url, { method }) => {
    const { pathname } = new URL(url);
    if (!pathname.endsWith('/form_submissions')) return rows([])();
    return method === 'HEAD' ? pageOf([], count)() : pageOf(entries)();
  });

it('lists inquiries, and opens what is pressed', async () => {
  show();
  await user.click(await screen.findByRole('button', { name: 'Details of Amal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Amal' });
  expect(addressNow()).toContain(`open=${listed.id}`);
  await waitFor(() => expect(dialog).toHaveTextContent('Atlas'));
  expect(dialog).toHaveTextContent('$10,000-$25,000');
});

it('lists orders, which cannot be selected for what is done with inquiries', async () => {
  answerWith([order, listed], 1);
  show();
  const row = within(await screen.findByRole('row', { name: /Buyer/ }));
  expect(row.getByRole('cell', { name: 'Book order' })).toBeVisible();
  expect(row.getByRole('cell', { name: 'pending' })).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await expectText('1 selected');
  expect(row.queryByRole('checkbox')).toBeNull();
  expect(screen.getByRole('checkbox', { name: 'Select Amal' })).toBeChecked();
  expect(screen.queryByRole('button', { name: /that match$/ })).toBeNull();
  const [list = ''] = listsAsked();
  expect(new URL(list).searchParams.get('status')).toBe('isdistinct.spam');
  expect(new URL(list).searchParams.has('form_type')).toBe(false);
});

it('is filtered by form, in the address', async () => {
  show();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Form' }), 'Book order');
  await waitFor(() => expect(listsAsked().at(-1)).toContain('form_type=eq.book_order'));
  expect(addressNow()).toBe('/admin/form-submissions?form=book_order');
});

it('is exported with quotes only around what would break the file', async () => {
  const names = ['Amal', 'Tazi, Omar', 'Two\nlines', 'He said "yes"', '=1+1'];
  answerWith(
    names.map((name, at) => ({ ...(at === 0 ? order : listed), id: `id-${at}`, name })),
    names.length,
  );
  let file: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) file = blob;
    return 'blob:file';
  });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  show();
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(file).toBeDefined()); // the writer of CSV is lazy-loaded
  expect((await file?.text())?.split('\r\n')).toEqual([
    '\uFEFFForm Type,Name,Email,Date,Status',
    'Book order,Amal,amal@example.org,20/11/2026,pending',
    'Sponsorship,"Tazi, Omar",amal@example.org,20/11/2026,read',
    'Sponsorship,"Two\nlines",amal@example.org,20/11/2026,read',
    'Sponsorship,"He said ""yes""",amal@example.org,20/11/2026,read',
    `Sponsorship,'=1+1,amal@example.org,20/11/2026,read`,
    '',
  ]);
  expect(saved.mock.contexts[0]).toMatchObject({
    download: expect.stringMatching(/^form-submissions-\d{4}-\d\d-\d\d\.csv$/),
  });
});

it('shows what waits for an answer, the longest first', async () => {
  show();
  await user.click(await screen.findByRole('radio', { name: /^Unanswered/ }));
  await waitFor(() => expect(listsAsked().at(-1)).toContain('waiting_since=not.is.null'));
  expect(new URL(listsAsked().at(-1) ?? '').searchParams.get('order')).toBe(
    'created_at.asc,id.asc',
  );
});

it('changes all inquiries that match in batches, tells the result, and takes it back', async () => {
  const ids = Array.from({ length: 450 }, (_, at) => `id-${at}`);
  const batches: { name: string; inquiries: string[]; status: string }[] = [];
  server.mockImplementation((url, { method, body }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith('/unread_counts')) return rows([])();
    if (pathname.includes('/rpc/')) {
      const sent: { inquiries: string[]; status: string } = JSON.parse(
        typeof body === 'string' ? body : '{}',
      );
      batches.push({ name: pathname.split('/').at(-1) ?? '', ...sent });
      // One of them is not there any more.
      const there = sent.inquiries.filter((id) => id !== 'id-7');
      return rows(there.map((id) => ({ id, was: id === 'id-8' ? 'read' : 'new' })))();
    }
    if (!pathname.endsWith('/form_submissions')) return rows([])();
    const isOfInquiries = searchParams.get('form_type') === 'neq.book_order';
    if (method === 'HEAD') return pageOf([], isOfInquiries ? 450 : 1000)();
    return searchParams.get('select') === 'id' && isOfInquiries
      ? pageOf(ids.map((id) => ({ id })))()
      : pageOf([order, listed], 1000)();
  });
  show();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Amal' }));
  await user.click(screen.getByRole('button', { name: 'Select all 450 that match' }));
  await expectText('450 selected');
  await user.click(screen.getByRole('button', { name: 'Spam' }));
  await expectText(/1 inquiry was not changed/);
  expect(batches.map(({ inquiries }) => inquiries.length)).toEqual([200, 200, 50]);
  expect(screen.getByText('449 inquiries are spam.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await expectText('449 inquiries are as they were.');
  const back = batches.slice(3);
  expect(back.map(({ status }) => status)).toEqual(['new', 'new', 'new', 'read']);
  expect(back.at(-1)?.inquiries).toEqual(['id-8']);
});

it('deletes to the trash, and brings back from there', async () => {
  const sent: unknown[] = [];
  server.mockImplementation((url, { method, body }) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith('/unread_counts')) return rows([])();
    if (pathname.includes('/rpc/')) {
      sent.push(JSON.parse(typeof body === 'string' ? body : '{}'));
      return pathname.endsWith('delete_inquiries')
        ? rows([{ id: listed.id, entry: 9 }])()
        : Promise.resolve(Response.json(1));
    }
    if (!pathname.endsWith('/form_submissions') || method === 'HEAD') return pageOf([])();
    return pageOf([listed])();
  });
  show();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Amal' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await expectText('1 inquiry is in the trash.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await expectText('1 inquiry is as it was.');
  expect(sent).toEqual([{ inquiries: [listed.id] }, { entries: [9] }]);
});

it('hears the keys before the whole record is here', async () => {
  one = never;
  show(`/admin/form-submissions?open=${listed.id}`);
  await screen.findByRole('dialog', { name: 'Amal' });
  await user.keyboard('e');
  await waitFor(() =>
    expect(sentTo(server, 'sponsorship_inquiries')).toMatchObject({ status: 'responded' }),
  );
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('responded'),
  );
});

it('leads from an order to the screen where it is worked on', async () => {
  one = () => Promise.resolve(Response.json([{ ...order, record: { id: orderId, quantity: 2 } }]));
  show(`/admin/form-submissions?open=${orderId}`);
  const way = await screen.findByRole('link', { name: 'Open the order' });
  expect(way).toHaveAttribute('href', `/admin/book-orders?open=${orderId}&lang=en`);
});

it('says when an entry is no longer there', async () => {
  one = () => Promise.resolve(Response.json([]));
  show('/admin/form-submissions?open=00000000-0000-4000-8000-000000000003');
  await expectText('This entry is no longer there.');
});
