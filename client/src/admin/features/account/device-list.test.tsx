import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { refused, serve, type Server } from '@tests/page';
import type { OwnSession } from '@/shared/api/own-sessions';
import { closeToasts, user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import { DeviceList } from './device-list';

const here: OwnSession = {
  id: '00000000-0000-4000-8000-000000000001',
  created_at: '2026-11-20T10:00:00Z',
  refreshed_at: null,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ip: '192.0.2.1',
  current: true,
};
const phone: OwnSession = {
  ...here,
  id: '00000000-0000-4000-8000-000000000002',
  user_agent: 'curl/8.0',
  refreshed_at: '2026-11-20T11:00:00Z',
  current: false,
};

let server: Server;
let listed: () => Promise<Response>;
let ended: () => Promise<Response>;
const sessions = (all: OwnSession[]) => () => Promise.resolve(Response.json({ sessions: all }));
const nothing = () => Promise.resolve(new Response(null, { status: 204 }));
const calls = (method: string) =>
  server.mock.calls
    .filter(([, init]) => init.method === method)
    .map(([url]) => new URL(url).pathname);

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  listed = sessions([here, phone]);
  ended = nothing;
  server = await serve(nothing);
  server.mockImplementation((_url, { method }) => (method === 'GET' ? listed() : ended()));
});

afterEach(closeToasts);

const open = async () => {
  showAdmin(<DeviceList />);
  return within(await screen.findByRole('list', { name: 'Signed-in devices' }));
};

describe('the list of devices', () => {
  it('marks this device, which has no sign-out', async () => {
    const list = await open();
    const [first, second] = list.getAllByRole('listitem');
    expect(first).toHaveTextContent('Firefox, LinuxThis device');
    expect(second).toHaveTextContent('Unknown device');
    expect(list.getAllByRole('button')).toHaveLength(1);
  });

  it('signs one device out', async () => {
    const list = await open();
    listed = sessions([here]);
    await user.click(list.getByRole('button', { name: /^Sign out Unknown device/ }));
    await expectText('Unknown device is signed out.');
    expect(calls('DELETE')).toEqual([`/auth/v1/user/sessions/${phone.id}`]);
    await expectText('No other device is signed in.');
  });

  it('takes a device that is signed out already for done', async () => {
    const list = await open();
    ended = refused(404, 'session_not_found', 'Session not found');
    await user.click(list.getByRole('button', { name: /^Sign out Unknown device/ }));
    await expectText('Unknown device is signed out.');
  });

  it('says that a sign-out failed', async () => {
    const list = await open();
    ended = () => Promise.reject(new TypeError('Failed to fetch'));
    await user.click(list.getByRole('button', { name: /^Sign out Unknown device/ }));
    await expectText(/We could not reach the server/);
  });

  it('asks before it signs all others out', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'Sign out all other devices' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls('POST')).toEqual([]);
  });

  it('says that it could not be loaded', async () => {
    listed = refused(500, 'unexpected_failure', 'no');
    showAdmin(<DeviceList />);
    await expectText(/The devices could not be loaded/);
  });
});
