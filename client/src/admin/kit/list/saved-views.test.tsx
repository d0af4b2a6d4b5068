import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { addressNow, showAdmin } from '@tests/admin-page';
import { created, serve } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { enterText, user } from '@tests/user';
import { accountItems } from '@/admin/kit/account/account-items';
import { SavedViews } from './saved-views';

const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => user.click(await button(name));

beforeEach(async () => {
  accountItems.close();
  await serve(created);
});

it('keeps what is looked at under a name, and looks at it again', async () => {
  const first = showAdmin(
    <SavedViews screen="orders" />,
    '/admin?status=new&q=Rabat&page=3&open=7',
  );
  await press('Views');
  await enterText(await screen.findByLabelText('Name of this view'), ' New in Rabat ');
  await press('Keep');
  first.unmount();

  showAdmin(<SavedViews screen="orders" />, '/admin?lang=ar&status=read');
  await press('Views');
  await press('New in Rabat');
  expect(addressNow()).toBe('/admin?q=Rabat&status=new&lang=ar');
  expect(await button('New in Rabat')).toHaveAttribute('aria-expanded', 'false');
});

it('forgets one, and has nothing to name where all is looked at', async () => {
  accountItems.set('view', 'orders Old', { query: 'q=x' });
  accountItems.set('view', 'orders Broken', 7);
  accountItems.set('view', 'inbox Other', { query: 'q=y' });
  showAdmin(<SavedViews screen="orders" />);
  await press('Views');
  expect(screen.queryByLabelText('Name of this view')).toBeNull();
  await press('Forget Old');
  await expectText(/^No views yet/);
  expect(accountItems.store.get().view).toHaveProperty(['inbox Other']);
});
