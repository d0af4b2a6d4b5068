import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { calledWith, serve, show } from '@tests/page';
import { enterText, user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import { DemoReceipt } from './demo-receipt';
import { orderCode } from './order-code';
import { ReceiptSection } from './receipt-section';

const code = 'BO17000000000001';
const answer =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }));

const pdf = () =>
  Promise.resolve(new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } }));

/** The names of the files that are downloaded from now on. */
function savedFiles(): () => string[] {
  URL.createObjectURL = vi.fn<(file: Blob) => string>(() => 'blob:receipt');
  URL.revokeObjectURL = vi.fn<(url: string) => void>();
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  return () =>
    clicked.mock.contexts.map((link) => (link instanceof HTMLAnchorElement ? link.download : ''));
}

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
    const server = await serve(pdf);
    const saved = savedFiles();
    show(<ReceiptSection code={code} email="amal@example.org" />);
    await user.click(screen.getByRole('button', { name: 'Download the receipt (PDF)' }));
    await waitFor(() => expect(saved()).toEqual([`${code}.pdf`]));
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

describe('the slip of a demonstration', () => {
  const demo = 'DEMO-7KX2P9';

  it('is written in the mail program of the visitor, and says that nothing was ordered', async () => {
    await serve(answer({}));
    show(<DemoReceipt code={demo} />);
    const link = screen.getByRole('link', { name: 'E-mail the receipt' });
    const mail = new URL(link.getAttribute('href') ?? '');
    expect(mail.protocol).toBe('mailto:');
    expect(mail.searchParams.get('subject')).toBe(`Demonstration ${demo}`);
    expect(mail.searchParams.get('body')).toBe(
      `Order code of the demonstration: ${demo}. No payment was made, and nothing was ordered.`,
    );
  });

  it('is downloaded as a file, without an e-mail address', async () => {
    const server = await serve(pdf);
    const saved = savedFiles();
    show(<DemoReceipt code={demo} />);
    await user.click(screen.getByRole('button', { name: 'Download the receipt (PDF)' }));
    await waitFor(() => expect(saved()).toEqual([`${demo}.pdf`]));
    expect(calledWith(server, 'order-receipt')).toEqual({
      order_number: demo,
      contact: '',
      language: 'en',
    });
  });

  it('says why it was not downloaded', async () => {
    await serve(answer({ error: 'for programmers' }, 429));
    show(<DemoReceipt code={demo} />);
    await user.click(screen.getByRole('button', { name: 'Download the receipt (PDF)' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/Too many attempts/);
  });
});
