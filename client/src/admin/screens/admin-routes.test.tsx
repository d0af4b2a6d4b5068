import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { rows, serve } from '@tests/page';
import { AdminAuthContext, type AdminAuth } from '@/admin/features/auth/use-admin-auth';
import { AdminRoutes } from './admin-routes';
import { QuickActions } from './quick-actions';

const noop = () => {};
const resolved = () => Promise.resolve();
const anonymous: AdminAuth = {
  user: null,
  adminUser: null,
  loading: false,
  isAdmin: false,
  missing: null,
  hasExpired: false,
  hasSignedOut: false,
  mailedLink: { isInvitation: false, problem: undefined },
  signIn: resolved,
  signOut: resolved,
  recheck: noop,
};
const admin: AdminAuth = {
  ...anonymous,
  isAdmin: true,
  adminUser: {
    id: 'row-1',
    auth_user_id: 'user-1',
    email: 'amal@example.org',
    full_name: 'Amal',
    role: 'admin',
    active: true,
    created_at: '2026-01-01T00:00:00Z',
    last_login: null,
    invited_at: null,
    second_factor_removed_at: null,
  },
};

const go = (address: string, who: AdminAuth) =>
  showAdmin(
    <AdminAuthContext value={who}>
      <AdminRoutes />
    </AdminAuthContext>,
    address,
  );

beforeEach(async () => void (await serve(rows([]))));

describe('an unknown path', () => {
  it('shows a 404 screen with the menu to an admin', async () => {
    go('/admin/no-such-screen', admin);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'There is no such screen',
    );
    expect(screen.getByRole('navigation', { name: 'Admin menu' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute(
      'href',
      '/admin/dashboard?lang=en',
    );
  });

  it('shows the 404 page of the site without a session', async () => {
    go('/admin/no-such-screen', anonymous);
    expect(await screen.findByRole('main', { name: 'No summit here' })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Admin menu' })).toBeNull();
  });
});

it('the quick actions are in a fixed order', () => {
  showAdmin(<QuickActions role={admin.adminUser?.role} />);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Approve or reject book reviews',
    'Confirm and follow book orders',
    'Add to the media highlights',
    'Answer contact messages',
  ]);
});
