import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, serve, show, type Server } from '@tests/page';
import { sb } from '@/shared/api/client';
import type { Row } from '@/shared/api/rows';
import { user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import { useAllRows } from './rows/use-all-rows';
import { useReorder } from './rows/use-reorder';
import { SortableRows } from './sortable-rows';

const rows = ['a', 'b', 'c'].map((id, at) => ({ id, title_en: `Award ${id}`, display_order: at }));
let server: Server;

type Award = Pick<Row<'awards'>, 'id' | 'title_en' | 'display_order'>;

/** Positions of the list items: happy-dom has no layout. */
function layOut() {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const item = this.closest('li');
    const at = item === null ? 0 : [...(item.parentElement?.children ?? [])].indexOf(item);
    return new DOMRect(0, at * 40, 300, item === null ? 120 : 40);
  });
}

function Awards({ disabled = false }: { disabled?: boolean }) {
  const { data = [] } = useAllRows('awards', { sort: 'display_order' });
  const reorder = useReorder('awards', { failed: 'The order was not changed.' });
  const sorted: Award[] = data.toSorted((a, b) => a.display_order - b.display_order);
  return (
    <SortableRows
      label="Awards"
      rows={sorted}
      nameOf={(row) => row.title_en}
      onMove={reorder}
      disabled={disabled}
    >
      {(row, handle) => (
        <>
          {handle}
          <span>{row.title_en}</span>
        </>
      )}
    </SortableRows>
  );
}

const listed = () => screen.getAllByRole('listitem').map((item) => item.textContent);
/** The sent places, in order. */
const written = () =>
  server.mock.calls
    .filter(([, { method }]) => method === 'PATCH')
    .map(
      ([url, { body }]) =>
        `${url.match(/id=eq\.(\w)/)?.[1]} ${typeof body === 'string' ? body.match(/\d/)?.[0] : ''}`,
    );

/** Moves the first row to the end, as the keyboard does. */
async function moveFirstDown() {
  const handle = await screen.findByRole('button', { name: 'Move Award a' });
  handle.focus();
  await user.keyboard('[Space]');
  await screen.findByText('Award a is taken, at place 1 of 3.');
  await user.keyboard('[ArrowDown]');
  await screen.findByText('Award a is now at place 2 of 3.');
  await user.keyboard('[ArrowDown]');
  await screen.findByText('Award a is now at place 3 of 3.');
}

beforeEach(async () => {
  layOut();
  let now = rows;
  server = await serve(() => Promise.resolve(Response.json(now)));
  server.mockImplementation((url, init) => {
    const id = new URL(url).searchParams.get('id')?.replace('eq.', '');
    if (init.method !== 'PATCH') return Promise.resolve(Response.json(now));
    const set: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    now = now.map((row) => (row.id === id ? Object.assign({ ...row }, set) : row));
    return Promise.resolve(Response.json(now.filter((row) => row.id === id)));
  });
  await sb();
});

describe('rows with places', () => {
  it('are moved by keyboard, told, and only what moved is written', async () => {
    show(<Awards />);
    await moveFirstDown();
    await user.keyboard('[Space]');
    await waitFor(() => expect(listed()).toEqual(['Award b', 'Award c', 'Award a']));
    expect(await screen.findByText('Award a was put at place 3 of 3.')).toBeInTheDocument();
    await waitFor(() => expect(written()).toEqual(['b 0', 'c 1', 'a 2']));
  });

  it('stay where they were after Escape', async () => {
    show(<Awards />);
    await moveFirstDown();
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Award a stays where it was.')).toBeInTheDocument();
    expect(listed()).toEqual(['Award a', 'Award b', 'Award c']);
    expect(written()).toEqual([]);
  });

  it('go back, and say so, when the server refuses', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const answer = server.getMockImplementation();
    server.mockImplementation((url, init) =>
      init.method === 'PATCH'
        ? refused(403, '42501', 'no')()
        : (answer?.(url, init) ?? Promise.reject(new Error('no answer'))),
    );
    show(<Awards />);
    await moveFirstDown();
    await user.keyboard('[Space]');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^The order was not changed\./);
    await waitFor(() => expect(listed()).toEqual(['Award a', 'Award b', 'Award c']));
  });

  it('have no handles while they cannot be moved', async () => {
    show(<Awards disabled />);
    await expectText('Award a');
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
  });
});

const never = new Promise<void>(() => undefined);

describe('a row that is taken', () => {
  it('finds its list as it was, whatever others add meanwhile', async () => {
    function Growing() {
      const [shown, setShown] = useState(rows);
      return (
        <>
          <SortableRows
            label="Growing"
            rows={shown}
            nameOf={(row) => row.title_en}
            onMove={() => Promise.resolve()}
          >
            {(row, handle) => (
              <>
                {handle}
                <span>{row.title_en}</span>
              </>
            )}
          </SortableRows>
          <button
            type="button"
            onClick={() => setShown([{ id: 'd', title_en: 'Award d', display_order: 3 }, ...rows])}
          >
            Add
          </button>
        </>
      );
    }
    show(<Growing />);
    const handle = await screen.findByRole('button', { name: 'Move Award a' });
    handle.focus();
    await user.keyboard('[Space]');
    await screen.findByText('Award a is taken, at place 1 of 3.');
    await user.click(screen.getByText('Add'));
    await user.keyboard('[ArrowDown]');
    expect(await screen.findByText('Award a is now at place 2 of 3.')).toBeInTheDocument();
    expect(screen.queryByText('Award d')).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(listed()[0]).toBe('Award d'));
  });
});

describe('a dropped row', () => {
  it('stays where it was dropped until the list follows', async () => {
    function Slow() {
      const [asked, setAsked] = useState<string[]>([]);
      const write = async (ids: string[]) => {
        setAsked(ids);
        await never;
      };
      return (
        <>
          <SortableRows label="Slow" rows={rows} nameOf={(row) => row.title_en} onMove={write}>
            {(row, handle) => (
              <>
                {handle}
                <span>{row.title_en}</span>
              </>
            )}
          </SortableRows>
          <output>{asked.join()}</output>
        </>
      );
    }
    show(<Slow />);
    await moveFirstDown();
    await user.keyboard('[Space]');
    await expectText('b,c,a');
    expect(listed()).toEqual(['Award b', 'Award c', 'Award a']);
  });
});
