import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { created, serve, show } from '@tests/page';
import { ConfirmProvider } from '@/admin/kit/confirm';
import { setDirty } from '@/admin/kit/unsaved';
import { user } from '@tests/user';
import { AdminAuthContext, type AdminAuth } from './use-admin-auth';
import { useSignOut } from './use-sign-out';

const signOut = vi.fn<() => Promise<void>>(() => Promise.resolve());
const auth: AdminAuth = {
  user: null,
  adminUser: null,
  loading: false,
  isAdmin: true,
  missing: null,
  hasExpired: false,
  hasSignedOut: false,
  mailedLink: { isInvitation: false, problem: undefined },
  signIn: () => Promise.resolve(),
  signOut,
  recheck: () => {},
};

function Leave() {
  const leave = useSignOut();
  return (
    <button type="button" onClick={() => void leave()}>
      out
    </button>
  );
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));

beforeEach(async () => {
  signOut.mockClear();
  await serve(created);
  show(
    <ConfirmProvider>
      <AdminAuthContext value={auth}>
        <Leave />
      </AdminAuthContext>
    </ConfirmProvider>,
  );
});

describe('signing out', () => {
  it('says so where it fails', async () => {
    signOut.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await press('out');
    expect(await screen.findByRole('alert')).toHaveTextContent('try again');
  });

  it('is done at once where nothing is lost', async () => {
    await press('out');
    await waitFor(() => expect(signOut).toHaveBeenCalledTimes(1));
  });

  it('asks where something that was typed would be lost', async () => {
    const saved = setDirty();
    await press('out');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('is not saved');
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(signOut).not.toHaveBeenCalled();
    await press('out');
    await screen.findByRole('alertdialog');
    await press('Sign out without saving');
    await waitFor(() => expect(signOut).toHaveBeenCalledTimes(1));
    saved();
  });
});
