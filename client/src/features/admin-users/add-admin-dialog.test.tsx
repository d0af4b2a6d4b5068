import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serve, show, type Server } from '../../../tests/page';
import { sb } from '../../api/client';
import { startI18n } from '../../i18n';
import { AddAdminDialog } from './add-admin-dialog';

const user = { id: 'a', aud: 'authenticated', email: 'super@example.org' };
const session = {
  access_token: 'header.e30.signature',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  user,
};

let server: Server;
let made: () => Promise<Response>;
const called = () => server.mock.calls.filter(([url]) => url.endsWith('/create-admin-user'));

const bodyOf = (init: RequestInit | undefined): unknown =>
  typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;

beforeEach(async () => {
  made = () => Promise.resolve(Response.json({ user: { id: 'b', email: 'new@example.org' } }));
  server = await serve(() => Promise.resolve(new Response(null, { status: 204 })));
  server.mockImplementation((url) => {
    if (url.includes('/auth/v1/token')) return Promise.resolve(Response.json(session));
    if (url.includes('/functions/v1/')) return made();
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  await startI18n(['site', 'admin']);
  await (await sb()).auth.signInWithPassword({ email: user.email, password: 'secret' });
});
afterEach(async () => {
  await (await sb()).auth.signOut({ scope: 'local' });
});

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function send(password = 'long enough', name = ' Nadia ') {
  show(<AddAdminDialog />);
  fireEvent.click(screen.getByRole('button', { name: 'Add an admin' }));
  type(/^Full name/, name);
  type(/^E-mail/, 'new@example.org');
  type(/^Password/, password);
  fireEvent.change(screen.getByLabelText(/^Role/), { target: { value: 'super_admin' } });
  fireEvent.submit(screen.getByRole('form', { name: 'New admin' }));
}

const refuse = (status: number, body: unknown) => () =>
  Promise.resolve(Response.json(body, { status }));

describe('a new admin', () => {
  it('is made by the function, with the caller’s token', async () => {
    send();
    expect(await screen.findByText('new@example.org can sign in now.')).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    const [, init] = called()[0] ?? [];
    expect(init?.method).toBe('POST');
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer header.e30.signature');
    expect(bodyOf(init)).toEqual({
      email: 'new@example.org',
      password: 'long enough',
      role: 'super_admin',
      full_name: 'Nadia',
    });
  });

  it('without a name has none', async () => {
    send('long enough', '  ');
    await waitFor(() => expect(called()).toHaveLength(1));
    expect(bodyOf(called()[0]?.[1])).toMatchObject({ full_name: null });
  });

  it('needs six characters, and is not asked for with five', async () => {
    send('12345');
    expect(await screen.findByText('Password must be at least 6 characters long')).toBeVisible();
    expect(called()).toHaveLength(0);
  });

  it.each([
    {
      name: 'a known e-mail',
      answer: refuse(409, { error: 'An admin user with this email already exists.' }),
      want: 'An admin user with this email already exists.',
    },
    {
      name: 'no right',
      answer: refuse(403, {
        error: 'You need super admin privileges to add, edit, or delete admin users.',
      }),
      want: 'You need super admin privileges to add, edit, or delete admin users.',
    },
    {
      name: 'another reason',
      answer: refuse(422, { error: 'The mail server is closed' }),
      want: 'Error creating admin user: The mail server is closed',
    },
    {
      name: 'no reason',
      answer: () => Promise.resolve(new Response('<html>', { status: 502 })),
      want: 'Error creating admin user: Unknown error',
    },
    {
      name: 'no answer',
      answer: () => Promise.reject(new TypeError('Failed to fetch')),
      want: 'Unexpected error creating admin user: We could not reach the server.',
    },
  ])('that fails for $name says so, and the form stays', async ({ answer, want }) => {
    made = answer;
    send();
    await waitFor(() => expect(screen.getByRole('form')).toHaveTextContent(want));
  });

  it('needs somebody who is signed in', async () => {
    await (await sb()).auth.signOut({ scope: 'local' });
    send();
    expect(await screen.findByText('You must be logged in to create admin users.')).toBeVisible();
    expect(called()).toHaveLength(0);
  });
});
