import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addressNow, showAdmin } from '@tests/admin-page';
import { refused, rows, serve, type Server } from '@tests/page';
import { enterText, user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import { awards } from './awards';
import { ContentScreen } from './content-screen';
import { coverage } from './coverage';
import { highlights } from './highlights';

const award = (id: string, change: object = {}) => ({
  id,
  title_en: `Award ${id}`,
  title_fr: `Prix ${id}`,
  title_ar: `جائزة ${id}`,
  organization: 'Club alpin',
  year: 2018,
  category: 'achievement',
  picture_id: null,
  description_en: null,
  description_fr: null,
  description_ar: null,
  featured: false,
  display_order: 0,
  published: true,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...change,
});

const three = [
  award('a'),
  award('b', { published: false, display_order: 1, title_ar: '' }),
  award('c', { category: 'honorary', display_order: 2, title_fr: '' }),
];

let server: Server;

/** The last thing that was asked to change: its method, the id of the row, and the columns. */
function lastWrite() {
  const call = server.mock.calls.findLast(([, { method }]) => method !== 'GET');
  const [url = '', { method, body } = {}] = call ?? [];
  const columns: unknown = typeof body === 'string' && body !== '' ? JSON.parse(body) : undefined;
  return { method, id: /id=eq\.(\w+)/.exec(url)?.[1], columns };
}

async function open(address = '/admin/awards', answer = rows(three)) {
  server = await serve(answer);
  showAdmin(<ContentScreen content={awards} title="Awards" />, address);
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull());
}

/** Has the server answer writes so, and the list as before. */
const onWrite = (answer: () => Promise<Response>) =>
  server.mockImplementation((_url, { method }) =>
    method === 'GET' || method === undefined ? rows(three)() : answer(),
  );

const titles = () =>
  screen
    .queryAllByRole('listitem')
    .map((item) => within(item).getAllByRole('button', { name: /^Award/ })[0]?.textContent);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  sessionStorage.clear();
  history.replaceState(null, '', '/?lang=en');
});

describe('the list', () => {
  it('says that there is nothing, in the words of the product', async () => {
    await open('/admin/awards', rows([]));
    expect(screen.getByText('No awards found. Add your first award!')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add award' }));
    expect(await screen.findByRole('dialog', { name: 'New award' })).toBeVisible();
    expect(addressNow()).toBe('/admin/awards?open=new');
  });

  it('says what could not be loaded, and tries again', async () => {
    await open('/admin/awards', refused(500, 'XX000', 'no'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The awards could not be loaded.');
    server.mockImplementation(rows(three));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectText('Award a');
  });

  it('counts its tabs, and keeps the chosen one in the address', async () => {
    await open();
    expect(screen.getByRole('radio', { name: 'All 3' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Honorary 1' }));
    expect(titles()).toEqual(['Award c']);
    expect(addressNow()).toBe('/admin/awards?kind=honorary');
  });

  it('can be narrowed to what lacks a language, in the address', async () => {
    await open('/admin/awards?missing=ar');
    expect(titles()).toEqual(['Award b']);
  });

  it('offers a way back where nothing fits', async () => {
    await open('/admin/awards?missing=ar&status=published');
    expect(screen.getByText('Nothing here fits the search and filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    expect(titles()).toHaveLength(3);
  });

  it('says that what the address names is gone, and takes it out of the address', async () => {
    await open('/admin/awards?kind=honorary&open=gone');
    await expectText(/^This entry could not be found\./);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(addressNow()).toBe('/admin/awards?kind=honorary'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is dragged only while all of it is there in the order of the site', async () => {
    await open();
    expect(screen.getAllByRole('button', { name: /^Move/ })).toHaveLength(3);
    await enterText(screen.getByRole('combobox', { name: 'Sort by' }), '-year');
    await waitFor(() => expect(screen.queryAllByRole('button', { name: /^Move/ })).toEqual([]));
  });

  it('has no handles where dates give the order', async () => {
    await serve(rows([{ ...award('a'), type: 'radio', date: '2020-01-01', outlet: 'X' }]));
    showAdmin(<ContentScreen content={coverage} title="Media coverage" />);
    await expectText('Award a');
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
  });

  it('marks samples', async () => {
    await open('/admin/awards', rows([award('a', { sample: true }), award('b')]));
    expect(screen.getAllByText('Sample')).toHaveLength(1);
  });
});

describe('a row', () => {
  it('is hidden at once, and comes back when the server refuses', async () => {
    await open();
    onWrite(refused(403, '42501', 'no'));
    await user.click(screen.getByRole('switch', { name: 'Published: Award a' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Error updating award\. /);
    expect(lastWrite()).toEqual({ method: 'PATCH', id: 'a', columns: { published: false } });
    expect(screen.getByRole('switch', { name: 'Published: Award a' })).toBeChecked();
  });

  it('is deleted after the question, and not before', async () => {
    await open();
    onWrite(rows([{ id: 'b' }]));
    await user.click(screen.getByRole('button', { name: 'Delete: Award b' }));
    const question = await screen.findByRole('alertdialog', {
      name: 'Are you sure you want to delete this award?',
    });
    expect(lastWrite().method).toBeUndefined();
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(lastWrite()).toMatchObject({ method: 'DELETE', id: 'b' }));
    server.mockImplementation(rows([{ id: 1, name: 'Award b' }])); // of the trash
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await expectText('Award b is back.');
    const [, { body }] = server.mock.calls.find(([url]) => url.includes('/rpc/restore')) ?? [
      '',
      {},
    ];
    expect(body).toBe('{"entry":1}');
  });

  it('stays when it cannot be deleted', async () => {
    await open();
    onWrite(refused(500, 'XX000', 'no'));
    await user.click(screen.getByRole('button', { name: 'Delete: Award b' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await expectText(/^Error deleting award\. /);
    expect(titles()).toHaveLength(3);
  });
});

/** Types into a field. happy-dom loses the selection of a select, so the category is chosen again. */
async function type(form: HTMLElement, label: RegExp, value: string) {
  const fill = (name: RegExp, text: string) => enterText(within(form).getByLabelText(name), text);
  await fill(/^Category/, 'honorary');
  await fill(label, value);
}

/** Answers as the table does once somebody else has changed Award c. */
function changeMeanwhile(change: object) {
  const stored = { ...three[2], updated_at: '2026-01-02T00:00:00Z', ...change };
  server.mockImplementation((url) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith('/is_admin')) return Promise.resolve(Response.json(true));
    if (pathname.endsWith('/audit_entries')) {
      const changes = { title_fr: [null, null] };
      return rows([{ row_id: 'c', at: stored.updated_at, actor_name: 'Karim', changes }])();
    }
    const asked = searchParams.get('updated_at');
    const isStored = asked === null || asked === `eq.${stored.updated_at}`;
    return rows(isStored ? [...three.slice(0, 2), stored].toReversed() : [])();
  });
}

describe('the form', () => {
  it('overwrites nothing that somebody else has saved meanwhile, and shows whose words these are', async () => {
    await open('/admin/awards?open=c');
    const form = await screen.findByRole('dialog', { name: 'Award c' });
    changeMeanwhile({ title_fr: 'La leur' });
    await type(form, /^Title \(French\)/, 'La mienne');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    const clash = within(await within(form).findByRole('group', { name: 'Title (French)' }));
    expect(
      await within(form).findByText(/^Somebody else changed this.*Karim saved it/),
    ).toBeVisible();
    expect(within(form).getByText(/^Nothing was saved: .* Choose above/)).toBeVisible();
    expect(clash.getByText('La leur')).toBeVisible();
    expect(clash.getByText('La mienne')).toBeVisible();
    await user.click(clash.getByRole('button', { name: 'Keep both' }));
    const field = within(form).getByLabelText(/^Title \(French\)/);
    expect(field).toHaveValue('La leur / La mienne');
    await waitFor(() => expect(field).toHaveFocus());
    expect(within(form).queryByText(/^Nothing was saved/)).toBeNull();
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(lastWrite()).toEqual({
        method: 'PATCH',
        id: 'c',
        columns: { title_fr: 'La leur / La mienne' },
      }),
    );
  });

  it('saves what nobody else has changed, whatever else they have', async () => {
    await open('/admin/awards?open=c');
    const form = await screen.findByRole('dialog', { name: 'Award c' });
    changeMeanwhile({ organization: 'Theirs' });
    await type(form, /^Title \(French\)/, 'La mienne');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(within(form).getByLabelText(/^Organisation/)).toHaveValue('Theirs'));
    expect(lastWrite().columns).toEqual({ title_fr: 'La mienne' });
  });

  it('says that the row was deleted, and keeps the words', async () => {
    await open('/admin/awards?open=c');
    const form = await screen.findByRole('dialog', { name: 'Award c' });
    server.mockImplementation((url, { method }) =>
      url.endsWith('/is_admin')
        ? Promise.resolve(Response.json(true))
        : rows(method === 'GET' && !url.includes('id=eq') ? three.slice(0, 2) : [])(),
    );
    await type(form, /^Title \(French\)/, 'La mienne');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect((await within(form).findAllByText(/^Somebody has deleted this/))[0]).toBeVisible();
    expect(within(form).getByLabelText(/^Title \(French\)/)).toHaveValue('La mienne');
  });

  it('writes only what was changed, and stays open', async () => {
    await open('/admin/awards?open=c');
    const form = await screen.findByRole('dialog', { name: 'Award c' });
    onWrite(rows([award('c', { title_fr: 'Médaille' })]));
    await type(form, /^Title \(French\)/, 'Médaille');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(lastWrite()).toEqual({ method: 'PATCH', id: 'c', columns: { title_fr: 'Médaille' } }),
    );
    expect(form).toBeVisible();
  });

  it('adds a row at the end, of the kind that is looked at', async () => {
    await open('/admin/awards?kind=honorary&open=new');
    const form = await screen.findByRole('dialog', { name: 'New award' });
    onWrite(rows([award('d')]));
    await type(form, /^Title \(English\)/, 'Gold medal');
    await type(form, /^Organisation/, 'Club alpin');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(lastWrite()).toMatchObject({
      method: 'POST',
      columns: {
        title_en: 'Gold medal',
        title_fr: '',
        category: 'honorary',
        year: new Date().getFullYear(),
        featured: false,
        published: true,
        display_order: 3,
      },
    });
  });

  it.each([
    { name: 'the address of a picture', picture_id: null, isRequired: true },
    { name: 'no address beside a picture of the library', picture_id: 'p', isRequired: false },
  ])('of a highlight needs $name', async ({ picture_id, isRequired }) => {
    const highlight = award('h', { date: '2026-05-01', image_url: null, picture_id });
    await serve(rows([highlight]));
    showAdmin(<ContentScreen content={highlights} title="Highlights" />, '/admin?open=h');
    const address = await screen.findByRole('textbox', { name: /^Image URL/ });
    expect(address.getAttribute('aria-required') === 'true').toBe(isRequired);
  });

  it('keeps every word, and says why, when the server fails', async () => {
    await open('/admin/awards?open=a');
    const form = await screen.findByRole('dialog');
    onWrite(refused(500, 'XX000', 'no'));
    const title = within(form).getByLabelText(/^Title \(English\)/);
    await type(form, /^Title \(English\)/, 'Other');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(lastWrite().method).toBe('PATCH'));
    expect(await within(form).findByText(/^Error updating award\. Something/)).toBeVisible();
    expect(title).toHaveValue('Other');
  });
});
