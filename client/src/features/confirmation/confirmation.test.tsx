import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { calledWith, serve, show } from '@tests/page';
import { enterText, user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import { orderCode } from './order-code';
import { OrderNumberCard } from './order-number-card';
import { ReceiptSection } from './receipt-section';

const code = 'BO17000000000001';
const answer =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }));

const type = (value: string) => enterText(screen.getByLabelText(/^E-mail of the order/), value);

afterEach(() => vi.restoreAllMocks());

describe('orderCode', () => {
  it.each([
    { query: null, want: { kind: 'none' } },
    { query: '  ', want: { kind: 'none' } },
    { query: code, want: { kind: 'order', code } },
    { query: 'DEMO-7KX2P9', want: { kind: 'demo', code: 'DEMO-7KX2P9' } },
    { query: 'BO12', want: { kind: 'invalid', code: 'BO12' } },
    { query: '<script>', want: { kind: 'invalid', code: '<script>' } },
    { query: 'x'.repeat(99), want: { kind: 'invalid', code: 'x'.repeat(40) } },
  ])('$query', ({ query, want }) => {
    expect(orderCode(query)).toEqual(want);
  });
});

describe('the receipt', () => {
  it('is requested by e-mail, and the response reveals nothing', async () => {
    const server = await serve(answer({ accepted: true }));
    show(<ReceiptSection code={code} email={undefined} />);
    await type('amal@example.org');
    await user.click(screen.getByRole('button', { name: 'E-mail the receipt' }));
    await expectText(/If this is the address of the order/);
    expect(calledWith(server, 'send-receipt')).toEqual({
      order_number: code,
      email: 'amal@example.org',
      language: 'en',
    });
  });

  it('is downloaded as a file with the order number as its name', async () => {
    const pdf = new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } });
    const server = await serve(() => Promise.resolve(pdf));
    URL.createObjectURL = vi.fn<(file: Blob) => string>(() => 'blob:receipt');
    URL.revokeObjectURL = vi.fn<(url: string) => void>();
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    show(<ReceiptSection code={code} email="amal@example.org" />);
    await user.click(screen.getByRole('button', { name: 'Download the receipt (PDF)' }));
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
    expect(clicked.mock.contexts[0]).toMatchObject({ download: `${code}.pdf` });
    expect(calledWith(server, 'order-receipt')).toEqual({
      order_number: code,
      contact: 'amal@example.org',
      language: 'en',
    });
  });

  it.each([
    { status: 404, want: /goes with what you typed/ },
    { status: 429, want: /Too many attempts/ },
    { status: 500, want: /wrong on our side/ },
  ])('shows a message for status $status', async ({ status, want }) => {
    await serve(answer({ error: 'for programmers' }, status));
    show(<ReceiptSection code={code} email="amal@example.org" />);
    await user.click(screen.getByRole('button', { name: 'Download the receipt (PDF)' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(want);
  });

  it('requires an e-mail', async () => {
    const server = await serve(answer({}));
    server.mockClear();
    show(<ReceiptSection code={code} email={undefined} />);
    await user.click(screen.getByRole('button', { name: 'Download the receipt (PDF)' }));
    expect(server).not.toHaveBeenCalled();
  });
});

describe('the order number card', () => {
  it('shows the number, and can be printed and sent to oneself', async () => {
    await serve(answer({}));
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    show(<OrderNumberCard code={code} wordmark="Altitude 8848" demonstration={false} />);
    expect(screen.getByText(code)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Print this slip' }));
    expect(print).toHaveBeenCalledOnce();
    expect(screen.getByRole('link', { name: /yourself/ })).toHaveAttribute(
      'href',
      `mailto:?subject=Order%20${code}&body=Order%20number%3A%20${code}`,
    );
  });
});
