import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { created, refused, sentTo, serve, show } from '@tests/page';
import { enterText, submitForm } from '@tests/user';
import { SponsorForm } from './sponsor-form';

const fill = (label: RegExp, value: string) => enterText(screen.getByLabelText(label), value);

async function fillForm() {
  await fill(/^Name/, 'Sara');
  await fill(/^E-mail/, 'sara@example.org');
  await fill(/^Organization/, 'Rif Energy');
  await fill(/^Budget/, '25k');
  await fill(/^Message/, 'We would like to talk.');
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => vi.useRealTimers());

describe('the sponsor form', () => {
  it('requires all fields, with five budget ranges', async () => {
    await serve(created);
    show(<SponsorForm />);
    for (const label of [/^Name/, /^E-mail/, /^Organization/, /^Budget/, /^Message/]) {
      expect(screen.getByLabelText(label)).toBeRequired();
    }
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Choose a range',
      'Under $5,000',
      '$5,000-$10,000',
      '$10,000-$25,000',
      '$25,000-$50,000',
      'Custom partnership',
    ]);
    expect(screen.getByLabelText(/^Budget/)).toHaveValue('');
  });

  it('sends the inquiry once, thanks, and is empty after 3 s', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    show(<SponsorForm />);
    await fillForm();
    await submitForm();
    await submitForm();
    await after(1600);
    expect(sentTo(server, 'sponsorship_inquiries')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Sara',
      email: 'sara@example.org',
      organization: 'Rif Energy',
      budget_range: '25k',
      message: 'We would like to talk.',
      status: 'new',
      language: 'en',
    });
    expect(server).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Inquiry Sent!' })).toBeDisabled();
    expect(screen.getByLabelText(/^Name/)).toHaveValue('Sara');
    await after(3000);
    expect(screen.getByRole('button', { name: 'Send Inquiry' })).toBeEnabled();
    expect(screen.getByLabelText(/^Name/)).toHaveValue('');
  });

  it('shows the error for 3 s, and retries with the same row', async () => {
    const server = await serve(refused(500, 'XX000', 'no'));
    vi.useFakeTimers();
    show(<SponsorForm />);
    await fillForm();
    await submitForm();
    await after(1600);
    expect(screen.getByRole('button', { name: 'Error sending message' })).toBeEnabled();
    await after(3000);
    expect(screen.getByRole('button', { name: 'Send Inquiry' })).toBeEnabled();
    const before = server.mock.calls.length;
    server.mockImplementation(refused(409, '23505', 'violates "sponsorship_inquiries_pkey"'));
    await submitForm();
    await after(1600);
    expect(screen.getByRole('button', { name: 'Inquiry Sent!' })).toBeVisible();
    expect(sentTo(server, 'sponsorship_inquiries', before)).toEqual(
      sentTo(server, 'sponsorship_inquiries', 0),
    );
  });

  it('shows that a text is too long', async () => {
    await serve(
      refused(400, '23514', 'violates check constraint "sponsorship_inquiries_name_length"'),
    );
    vi.useFakeTimers();
    show(<SponsorForm />);
    await fillForm();
    await submitForm();
    await after(1600);
    expect(screen.getByRole('alert')).toHaveTextContent(/long/);
  });
});
