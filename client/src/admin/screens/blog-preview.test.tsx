import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showAdmin } from '@tests/admin-page';
import { rows, serve } from '@tests/page';
import { user } from '@tests/user';
import { emptyValues } from '@/admin/features/blog/post-values';
import { useBuyerChat } from '@/admin/features/book-orders/buyer';
import type { Order } from '@/admin/features/book-orders/order-flag';
import { BlogPreview } from './blog-preview';

const order: Order = {
  id: '00000000-0000-4000-8000-000000000001',
  order_number: 'BO17636000000001',
  buyer_name: 'Fatima Zahra',
  buyer_email: 'fatima@example.org',
  buyer_phone: '0612345678',
  shipping_address: '12, rue Ibn Sina',
  shipping_city: 'Rabat',
  shipping_postal_code: '10000',
  quantity: 2,
  total_amount: 558,
  currency: 'MAD',
  payment_method: 'cod',
  payment_status: 'pending',
  order_status: 'new',
  confirmed: false,
  paid: false,
  fulfilled: false,
  edition: 'ar',
  notes: null,
  language: 'ar',
  paid_at: null,
  restocked: false,
  refunded_amount: 0,
  erased_at: null,
  import_id: null,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
};

function PreviewThenOrder() {
  const [isClosed, close] = useState(false);
  return (
    <>
      <BlogPreview values={{ ...emptyValues(), title_ar: 'ليلة' }} onClose={() => close(true)} />
      {isClosed && <Chat />}
    </>
  );
}

const Chat = () => <a href={useBuyerChat(order)}>chat</a>;

it('loads the messages to a buyer in a language that a preview has loaded for its own', async () => {
  await serve(rows([]));
  showAdmin(<PreviewThenOrder />);
  await user.click(screen.getByRole('button', { name: 'العربية' }));
  expect(await screen.findByRole('heading', { name: 'ليلة' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to writing' }));
  const link = await screen.findByRole('link', { name: 'chat' });
  await waitFor(() =>
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('مرحبًا'),
  );
});
