import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageOf, showAdmin } from '@tests/admin-page';
import { refused, rows, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { closeToasts, user } from '@tests/user';
import { failureKey } from '@/shared/api/failures';
import { useUndo } from '@/admin/kit/undo';
import type { Filter } from './filters';
import { useAllRows } from './use-all-rows';
import { useChangeRow } from './use-change-row';
import { useCounts } from './use-counts';
import { useDeleteRow } from './use-delete-row';
import { useInsertRow } from './use-insert-row';
import { usePageOfRows } from './use-page-of-rows';

const topic = (id: string, published = false) => ({ id, slug: `topic-${id}`, published });

type Answer = () => Promise<Response>;

let server: Server;
/** What the table answers: reads by `list`, changes by the next of `changes`. */
let list: Answer;
let changes: Answer[];

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  list = pageOf([topic('a'), topic('b')]);
  changes = [];
  server = await serve(() => list());
  server.mockImplementation((_url, { method }) =>
    method === 'GET' || method === 'HEAD' ? list() : (changes.shift() ?? rows([]))(),
  );
});

const asked = (call = 0) => {
  const [url = ''] = server.mock.calls[call] ?? [];
  return Object.fromEntries(new URL(url).searchParams);
};

/** Delays the response to a change until it is released. */
function holdNext(): (answer: Answer) => Promise<void> {
  let resolve: (answer: Response) => void = () => {};
  const held = new Promise<Response>((settle) => {
    resolve = settle;
  });
  changes.push(() => held);
  return async (answer) => {
    resolve(await answer());
    await act(() => Promise.resolve());
  };
}

afterEach(closeToasts);

const sent = () =>
  server.mock.calls.flatMap(([, { body }]) => (typeof body === 'string' ? [JSON.parse(body)] : []));

const filters: Filter<'speaking_topics'>[] = [
  ['published', 'eq', true],
  ['slug', 'in', ['a,b', 'c"d']],
  ['title_fr', 'is', null],
];

function Page({ page = 1, search = '' }) {
  const view = { search, sort: '-display_order', page } as const;
  const { data, error } = usePageOfRows('speaking_topics', {
    view,
    filters,
    search: { columns: ['title_en'] },
    size: 10,
  });
  if (error !== null) return <p>{failureKey(error)}</p>;
  return (
    <p>
      {data === undefined ? 'waiting' : `page ${data.page}: ${data.rows.length} of ${data.total}`}
    </p>
  );
}

describe('a page of rows', () => {
  it('is sorted, filtered, searched and counted by the server', async () => {
    list = pageOf([topic('a')], 31);
    showAdmin(<Page page={4} search="risk" />);
    await expectText('page 4: 1 of 31');
    expect(asked()).toEqual({
      select: '*',
      published: 'eq.true',
      slug: String.raw`in.("a,b","c\"d")`,
      title_fr: 'is.null',
      or: '(title_en.ilike."%risk%")',
      order: 'display_order.desc,id.desc',
      offset: '30',
      limit: '10',
    });
  });

  it('is the first one where the one asked for is past the end', async () => {
    const pastEnd = refused(416, 'PGRST103', 'Requested range not satisfiable');
    server.mockImplementationOnce(pastEnd);
    showAdmin(<Page page={9} />);
    await expectText('page 1: 2 of 2');
  });

  it('fails in words that can be said', async () => {
    list = refused(403, '42501', 'permission denied');
    showAdmin(<Page />);
    await expectText('failure.refused');
  });
});

const written = { slug: 'c', title_en: 'Risk', description_en: '', outcomes_en: [] };

function Topics() {
  const { data = [] } = useAllRows('speaking_topics', { sort: 'display_order' });
  const counts = useCounts('speaking_topics', { live: [['published', 'eq', true]] });
  const offerUndo = useUndo();
  const change = useChangeRow('speaking_topics', {
    failed: ({ id }) => `Topic ${id} was not changed.`,
    onDone: ({ id }, before) =>
      offerUndo(`Topic ${id} is changed.`, () => change.mutate({ id, set: before })),
  });
  const insert = useInsertRow('speaking_topics');
  const remove = useDeleteRow('speaking_topics', { failed: 'Error deleting topic' });
  return (
    <>
      <p>{counts.live ?? 'no count'} live</p>
      {data.map(({ id, published }) => (
        <p key={id}>
          <button
            type="button"
            aria-pressed={published}
            onClick={() => change.mutate({ id, set: { published: !published } })}
          >
            {id}
          </button>
          <button type="button" onClick={() => remove.mutate(id)}>
            delete {id}
          </button>
        </p>
      ))}
      <button type="button" onClick={() => insert.mutate(written)}>
        insert
      </button>
    </>
  );
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const isOn = (name: string) => screen.getByRole('button', { name, pressed: true });
const isOff = (name: string) => screen.getByRole('button', { name, pressed: false });

describe('a change', () => {
  beforeEach(async () => {
    showAdmin(<Topics />);
    await screen.findByText('2 live');
    await screen.findByRole('button', { name: 'a' });
    server.mockClear();
  });

  it('is shown at once, and sent as it is', async () => {
    const answer = holdNext();
    await press('a');
    await waitFor(() => isOn('a'));
    isOff('b');
    await answer(rows([topic('a', true)]));
    isOn('a');
    expect(sent()).toEqual([{ published: true }]);
    expect(asked()).toMatchObject({ id: 'eq.a' });
  });

  it('is kept without a network, and sent when it is back', async () => {
    changes.push(rows([topic('a', true)]));
    act(() => onlineManager.setOnline(false));
    await press('a');
    await waitFor(() => isOn('a'));
    expect(sent()).toEqual([]);
    list = pageOf([topic('a', true), topic('b')]); // is fetched again once online
    act(() => onlineManager.setOnline(true));
    await waitFor(() => expect(sent()).toEqual([{ published: true }]));
    isOn('a');
  });

  it.each([
    {
      name: 'the server refuses',
      answer: refused(403, '42501', 'no'),
      why: 'The server did not accept this.',
    },
    { name: 'no row was changed', answer: rows([]), why: 'The server did not accept this.' },
    {
      name: 'the server is not reached',
      answer: () => Promise.reject(new TypeError('Failed to fetch')),
      why: 'We could not reach the server.',
    },
  ])('is taken back and said when $name', async ({ answer, why }) => {
    changes.push(answer);
    await press('a');
    const said = await screen.findByText(new RegExp(`^Topic a was not changed. ${why}`));
    expect(said).toBeVisible();
    isOff('a');
  });

  it('can be undone: the columns are again what they were', async () => {
    changes.push(rows([topic('a', true)]), rows([topic('a', false)]));
    await press('a');
    await screen.findByText('Topic a is changed.');
    await press('Undo');
    await waitFor(() => isOff('a'));
    await expectText('Topic a is changed.');
    expect(sent()).toEqual([{ published: true }, { published: false }]);
  });

  it('of two, the later one is sent after the earlier one', async () => {
    const answer = holdNext();
    await press('a');
    await waitFor(() => isOn('a'));
    await press('a');
    await waitFor(() => isOff('a'));
    expect(sent()).toEqual([{ published: true }]);
    changes.push(rows([topic('a', false)]));
    await answer(refused(400, '', 'no'));
    await waitFor(() => expect(sent()).toEqual([{ published: true }, { published: false }]));
    isOff('a');
  });
});

describe('a row', () => {
  beforeEach(async () => {
    showAdmin(<Topics />);
    await screen.findByRole('button', { name: 'a' });
  });

  it('that is inserted shows, for the list is asked for anew', async () => {
    changes.push(rows([topic('c')]));
    list = pageOf([topic('a'), topic('b'), topic('c')]);
    await press('insert');
    expect(await screen.findByRole('button', { name: 'c' })).toBeVisible();
    await expectText('3 live');
  });

  it('that is deleted leaves the list', async () => {
    changes.push(rows([{ id: 'a' }]));
    list = pageOf([topic('b')]);
    await press('delete a');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'a' })).toBeNull());
  });

  it('that may not be deleted stays, and that is said', async () => {
    changes.push(rows([]));
    await press('delete a');
    await expectText(/^Error deleting topic The server did not/);
    isOff('a');
  });
});
