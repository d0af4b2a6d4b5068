import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { rememberPlaced } from '@/site/features/book-order/placed-here';
import { rows, serve, show } from '@tests/page';
import { user } from '@tests/user';
import { ConfirmationPage } from './confirmation-page';

const placed = 'BO17000000000001';
const other = 'BO17000000000002';
const demo = 'DEMO-7KX2P9';

beforeEach(async () => {
  sessionStorage.clear();
  await serve(rows([]));
  rememberPlaced(placed);
});

const open = (code: string) => show(<ConfirmationPage />, `/confirmation?order=${code}`);
const title = () => screen.getByRole('heading', { level: 1 });

it.each([
  { name: 'an order of this session', code: placed, want: 'Thank you for your order' },
  // It may not exist: whether it does, its phone or its e-mail tells.
  { name: 'any other number', code: other, want: 'Follow an order' },
  { name: 'a demonstration', code: demo, want: 'Success: the checkout is complete' },
])('shows the code and the ways to a receipt of $name', ({ code, want }) => {
  open(code);
  expect(title()).toHaveTextContent(want);
  expect(screen.getByText(code, { selector: 'bdi' })).toBeVisible();
  expect(screen.getByText('E-mail the receipt')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download the receipt (PDF)' })).toBeEnabled();
  expect(screen.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/?lang=en');
  expect(screen.getByText(/^No payment was made/)).toBeVisible();
});

it('thanks for no order that it does not know of', () => {
  open(other);
  expect(screen.queryByText(/thank/i)).toBeNull();
  expect(screen.getByText(/not even whether it exists/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Print this slip' })).toBeNull();
});

it('does not take a demonstration for an order', () => {
  open(demo);
  expect(screen.getByText(/this code stands for no order/)).toBeVisible();
  expect(screen.queryByText(/Thank you for your order/)).toBeNull();
  expect(screen.queryByLabelText(/^Phone of the order/)).toBeNull();
});

it('prints the slip of an order of this session', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  open(placed);
  const slip = within(screen.getByRole('region', { name: 'Order number' }));
  expect(slip.getByText(/^Cash on delivery/)).toBeVisible();
  await user.click(slip.getByRole('button', { name: 'Print this slip' }));
  expect(print).toHaveBeenCalledOnce();
});

it.each([
  { name: 'without a number', code: '', want: /There is no order number in this address/ },
  { name: 'with what is none', code: 'BO12', want: /does not look like one of our order numbers/ },
])('$name asks for one, and offers no receipt', ({ code, want }) => {
  open(code);
  expect(title()).toHaveTextContent('Follow an order');
  expect(screen.getByText(want)).toBeVisible();
  expect(screen.getByLabelText(/^Order number/)).toBeVisible();
  expect(screen.queryByText('E-mail the receipt')).toBeNull();
});
