import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { created, refused, sentTo, serve, show } from '@tests/page';
import { enterText, submitForm } from '@tests/user';
import { RetreatForm } from './retreat-form';

const days = { start: '2025-11-07', end: '2025-11-09' };

const fill = (label: RegExp, value: string) => enterText(screen.getByLabelText(label), value);

async function fillForm() {
  await fill(/^Name/, 'Yasmine');
  await fill(/^E-mail/, 'yasmine@example.org');
  await fill(/^Phone/, '0612345678');
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => vi.useRealTimers());

describe('the retreat form', () => {
  it('requires name, e-mail and phone, but not the message', async () => {
    await serve(created);
    show(<RetreatForm days={days} />);
    for (const label of [/^Name/, /^E-mail/, /^Phone/]) {
      expect(screen.getByLabelText(label)).toBeRequired();
    }
    expect(screen.getByLabelText(/^Message/)).not.toBeRequired();
  });

  it.each([
    { when: 'before its last day is over', now: '2025-11-09T20:00:00Z', shown: 'open' },
    { when: 'once it has taken place', now: '2025-11-09T23:00:00Z', shown: 'past' },
  ])('shows the right sentence $when', async ({ now, shown }) => {
    await serve(created);
    vi.useFakeTimers({ now: new Date(now) });
    show(<RetreatForm days={days} />);
    const open = screen.getByText(/^Leave your details/);
    const past = screen.getByText('This edition has taken place: join the list for the next');
    expect([open, past].filter((line) => !line.classList.contains('invisible'))).toEqual([
      shown === 'open' ? open : past,
    ]);
  });

  it('sends the request with null for an empty message', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    show(<RetreatForm days={days} />);
    await fillForm();
    await submitForm();
    await after(1600);
    expect(sentTo(server, 'retreat_inquiries')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Yasmine',
      email: 'yasmine@example.org',
      phone: '+212612345678',
      message: null,
      status: 'new',
      language: 'en',
    });
    expect(screen.getByRole('button', { name: 'Inquiry Sent!' })).toBeDisabled();
    await after(3000);
    expect(screen.getByLabelText(/^Phone/)).toHaveValue('');
  });

  it('shows a failure that stays, and keeps the values', async () => {
    await serve(refused(500, 'XX000', 'no'));
    vi.useFakeTimers();
    show(<RetreatForm days={days} />);
    await fillForm();
    await submitForm();
    await after(1600);
    expect(screen.getByText('Failed to submit inquiry. Please try again.')).toBeVisible();
    await after(3000);
    expect(screen.getByText('Failed to submit inquiry. Please try again.')).toBeVisible();
    expect(screen.getByLabelText(/^Phone/)).toHaveValue('0612345678');
    expect(screen.getByRole('button', { name: 'Join' })).toBeEnabled();
    await submitForm();
    await after(1600);
    // The second failure replaces the first: getByText fails for two.
    expect(screen.getByText('Failed to submit inquiry. Please try again.')).toBeVisible();
  });
});
