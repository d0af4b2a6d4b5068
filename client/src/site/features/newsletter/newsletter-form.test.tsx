import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { calledWith, created, refused, serve, show } from '@tests/page';
import { enterText, user } from '@tests/user';
import { NewsletterForm } from './newsletter-form';

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function subscribeAs(email: string) {
  await enterText(screen.getByLabelText('News from the next camp'), email);
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
}

afterEach(() => vi.useRealTimers());

describe('the newsletter form', () => {
  it('thanks at once, clears the field, and requests the confirmation e-mail', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    show(<NewsletterForm synced />);
    await subscribeAs('Amal@Example.org');
    await after(0);
    expect(screen.getByText('Thank you for subscribing!')).toBeVisible();
    expect(screen.getByLabelText('News from the next camp')).toHaveValue('');
    await after(10);
    expect(calledWith(server, 'subscribe')).toEqual({
      email: 'amal@example.org',
      language: 'en',
    });
    expect(server.mock.lastCall?.[1].keepalive).toBe(true);
    await after(3000);
    expect(screen.queryByText('Thank you for subscribing!')).not.toBeInTheDocument();
  });

  it('thanks after a failure too, and logs it', async () => {
    await serve(refused(500, 'XX000', 'no'));
    const log = vi.spyOn(console, 'error').mockReturnValue();
    vi.useFakeTimers();
    show(<NewsletterForm synced />);
    await subscribeAs('amal@example.org');
    await after(10);
    expect(screen.getByText('Thank you for subscribing!')).toBeVisible();
    expect(log).toHaveBeenCalledWith('newsletter', 500);
  });

  it('thanks without a request if the setting is off', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    show(<NewsletterForm synced={false} />);
    await subscribeAs('amal@example.org');
    await after(10);
    expect(screen.getByText('Thank you for subscribing!')).toBeVisible();
    expect(server).not.toHaveBeenCalled();
  });
});
