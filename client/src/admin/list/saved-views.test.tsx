import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { addressNow, showAdmin } from '@tests/admin-page';
import { created, serve } from '@tests/page';
import { SavedViews } from './saved-views';

const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));

beforeEach(async () => {
  localStorage.clear();
  await serve(created);
});

it('keeps what is looked at under a name, and looks at it again', async () => {
  const first = showAdmin(
    <SavedViews screen="orders" />,
    '/admin?status=new&q=Rabat&page=3&open=7',
  );
  await press('Views');
  fireEvent.change(await screen.findByLabelText('Name of this view'), {
    target: { value: ' New in Rabat ' },
  });
  await press('Keep');
  first.unmount();

  showAdmin(<SavedViews screen="orders" />, '/admin?lang=ar&status=read');
  await press('Views');
  await press('New in Rabat');
  expect(addressNow()).toBe('/admin?q=Rabat&status=new&lang=ar');
  expect(await button('New in Rabat')).toHaveAttribute('aria-expanded', 'false');
});

it('forgets one, and has nothing to name where all is looked at', async () => {
  localStorage.setItem('desk.views.orders', '[{"name":"Old","query":"q=x"},{"name":3}]');
  showAdmin(<SavedViews screen="orders" />);
  await press('Views');
  expect(screen.queryByLabelText('Name of this view')).toBeNull();
  await press('Forget Old');
  await waitFor(() => expect(localStorage.getItem('desk.views.orders')).toBe('[]'));
  expect(screen.getByText(/^No views yet/)).toBeVisible();
});
