import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageOf, showAdmin } from '@tests/admin-page';
import { refused, rows, serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { closeToasts, user } from '@tests/user';
import { useUndo } from '@/admin/kit/undo';
import { useAllRows } from './use-all-rows';
import { useChangeRows } from './use-change-rows';

type Answer = () => Promise<Response>;

const topic = (id: string, published = false) => ({ id, published });
const done = (...ids: string[]) => rows(ids.map((id) => ({ id })));

let server: Server;
let changes: Answer[];

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  changes = [];
  const list = pageOf([topic('a'), topic('b', true), topic('c')]);
  server = await serve(list);
  server.mockImplementation((_url, { method }) =>
    method === 'GET' ? list() : (changes.shift() ?? rows([]))(),
  );
  showAdmin(<Topics />);
  await screen.findByText('b on');
});
afterEach(closeToasts);

function Topics() {
  const { data = [] } = useAllRows('speaking_topics', { sort: 'display_order' });
  const offerUndo = useUndo();
  const change = useChangeRows('speaking_topics', {
    failed: (count) => `${count} were not changed.`,
    onDone: (changed, undo) =>
      offerUndo(`${changed.length} are published.`, () => change.mutate(undo)),
  });
  const publish = () => change.mutate(data.map(({ id }) => ({ id, set: { published: true } })));
  return (
    <>
      {data.map(({ id, published }) => (
        <p key={id}>{`${id} ${published ? 'on' : 'off'}`}</p>
      ))}
      <button type="button" onClick={publish}>
        Publish all
      </button>
    </>
  );
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));

/** The sent changes: ids and values. */
const sent = () =>
  server.mock.calls.flatMap(([url, { body }]) =>
    typeof body === 'string' ? [`${new URL(url).searchParams.get('id')} ${body}`] : [],
  );

it('changes all with one request, and its undo brings each back to what it was', async () => {
  changes.push(done('a', 'b', 'c'), done('a', 'c'), done('b'));
  await press('Publish all');
  await screen.findByText('a on');
  await screen.findByText('3 are published.');
  await press('Undo');
  await screen.findByText('c off');
  expect(screen.getByText('b on')).toBeVisible();
  await waitFor(() =>
    expect(sent()).toEqual([
      'in.(a,b,c) {"published":true}',
      'in.(a,c) {"published":false}',
      'in.(b) {"published":true}',
    ]),
  );
});

it('takes back and counts those that were not changed', async () => {
  changes.push(done('a'));
  await press('Publish all');
  await expectText(/^2 were not changed. The server did not accept/);
  expect(screen.getByText('a on')).toBeVisible();
  expect(screen.getByText('c off')).toBeVisible();
  expect(screen.getByText('1 are published.')).toBeVisible();
});

it('takes all back where the server refuses', async () => {
  changes.push(refused(400, '23514', 'no'));
  await press('Publish all');
  await expectText(/^3 were not changed. Something in the form/);
  expect(screen.getByText('a off')).toBeVisible();
  expect(screen.queryByText(/are published/)).toBeNull();
});
