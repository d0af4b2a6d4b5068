import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { created, refused, sentTo, serve, show } from '@tests/page';
import { enterText, submitForm } from '@tests/user';
import { ContactForm } from './contact-form';

const fill = (label: RegExp, value: string) => enterText(screen.getByLabelText(label), value);

async function fillForm() {
  await fill(/^Name/, 'Amal');
  await fill(/^E-mail/, 'amal@example.org');
  await fill(/^Organization/, 'Atlas Works');
  await fill(/^Message/, 'Will you speak to us?');
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => vi.useRealTimers());

describe('the contact form', () => {
  it('sends the message, thanks, clears itself and is idle after 3 s', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    show(<ContactForm />);
    await fillForm();
    await submitForm();
    await after(0);
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await after(1600);
    expect(sentTo(server, 'contact_submissions')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Amal',
      email: 'amal@example.org',
      subject: 'speaking - Atlas Works',
      message: 'Will you speak to us?',
      source_page: 'contact',
      status: 'new',
      language: 'en',
    });
    expect(screen.getByRole('button', { name: 'Message Sent!' })).toBeEnabled();
    expect(screen.getByText(/back to you within 24 hours/)).toBeVisible();
    expect(screen.getByLabelText(/^Name/)).toHaveValue('');
    await after(3000);
    expect(screen.getByRole('button', { name: 'Send Message' })).toBeEnabled();
  });

  it('shows a failure on the button for 3 s, and keeps the reason and the values', async () => {
    await serve(refused(500, 'XX000', 'no'));
    vi.useFakeTimers();
    show(<ContactForm />);
    await fillForm();
    await submitForm();
    await after(1600);
    expect(screen.getByRole('button', { name: 'Error sending message' })).toBeEnabled();
    expect(screen.getByRole('alert')).toHaveTextContent(/wrong on our side/);
    await after(3000);
    expect(screen.getByRole('button', { name: 'Send Message' })).toBeEnabled();
    expect(screen.getByLabelText(/^Message/)).toHaveValue('Will you speak to us?');
  });

  it('sends once for repeated submits', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    show(<ContactForm />);
    await fillForm();
    await submitForm();
    await submitForm();
    await after(1600);
    await submitForm();
    await after(10);
    expect(server.mock.calls.length).toBeLessThanOrEqual(2);
    expect(sentTo(server, 'contact_submissions', 0)).toMatchObject({ name: 'Amal' });
  });

  it('thanks a bot that fills in the honeypot, and sends nothing', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    const { container } = show(<ContactForm />);
    await fillForm();
    const honeypot = container.querySelector('input[name="website"]');
    if (honeypot === null) throw new Error('no honeypot');
    await enterText(honeypot, 'https://spam.example');
    await submitForm();
    await after(1600);
    expect(screen.getByRole('button', { name: 'Message Sent!' })).toBeVisible();
    expect(server).not.toHaveBeenCalled();
  });

  it('has no maxlength: the server rejects a text that is too long', async () => {
    const server = await serve(
      refused(400, '23514', 'violates check constraint "contact_submissions_message_length"'),
    );
    vi.useFakeTimers();
    const { container } = show(<ContactForm />);
    expect(container.querySelector('[maxlength]')).toBeNull();
    await fillForm();
    await fill(/^Message/, 'a'.repeat(10_001));
    await submitForm();
    await after(1600);
    expect(sentTo(server, 'contact_submissions')).toMatchObject({ message: 'a'.repeat(10_001) });
    expect(screen.getByRole('alert')).toHaveTextContent(/too long/);
    expect(screen.getByLabelText(/^Message/)).toHaveValue('a'.repeat(10_001));
  });

  it('requires name, e-mail, topic and message, but not the organization', async () => {
    await serve(created);
    show(<ContactForm />);
    const required = [/^Name/, /^E-mail/, /^Topic/, /^Message/].map((label) =>
      screen.getByLabelText(label),
    );
    for (const field of required) expect(field).toBeRequired();
    expect(screen.getByLabelText(/^Organization/)).not.toBeRequired();
    expect(screen.getByLabelText(/^Topic/)).toHaveValue('speaking');
    expect(screen.getByLabelText(/^Message/)).toHaveAttribute('rows', '6');
  });
});
