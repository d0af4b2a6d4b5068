import { useState } from 'react';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { created, sentTo, serve, show } from '@tests/page';
import { enterText, submitForm, user } from '@tests/user';
import { BookingForm } from './booking-form';

const talks = [
  { slug: 'risk', title: { text: 'Risk as a Discipline', lang: 'en', dir: 'ltr' } },
  { slug: 'teams', title: { text: 'Building Resilient Teams', lang: 'en', dir: 'ltr' } },
] as const;

function Page() {
  const [chosen, choose] = useState('');
  return (
    <>
      <button type="button" onClick={() => choose('teams')}>
        Choose
      </button>
      <BookingForm talks={[...talks]} chosen={chosen} onChoose={choose} />
      <output>{chosen}</output>
    </>
  );
}

const fill = (label: RegExp, value: string) => enterText(screen.getByLabelText(label), value);

async function fillRequired() {
  await fill(/^Name/, 'Amal');
  await fill(/^E-mail/, 'amal@example.org');
  await fill(/^Message/, 'Will you come?');
}

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.useRealTimers());

describe('the request for a talk', () => {
  it('follows the talk chosen outside of the form', async () => {
    await serve(created);
    show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Choose' }));
    expect(screen.getByLabelText(/^Talk/)).toHaveValue('teams');
    await fill(/^Talk/, 'risk');
    expect(screen.getByRole('status', { name: '' })).toHaveTextContent('risk');
  });

  it('puts only the filled fields above the message', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Choose' }));
    await fillRequired();
    await fill(/^Organization/, 'Atlas Works');
    await fill(/^Audience size/, '200');
    await submitForm();
    await after(1600);
    expect(sentTo(server, 'contact_submissions')).toMatchObject({
      subject: 'speaking - Atlas Works',
      message: 'Talk: Building Resilient Teams\nAudience size: 200\n\nWill you come?',
      source_page: 'contact',
    });
    expect(screen.getByLabelText(/^Talk/)).toHaveValue('');
    expect(screen.getByText(/back to you within 24 hours/)).toBeVisible();
  });

  it('sends only the message without extra fields', async () => {
    const server = await serve(created);
    vi.useFakeTimers();
    show(<Page />);
    await fillRequired();
    await submitForm();
    await after(1600);
    expect(sentTo(server, 'contact_submissions')).toMatchObject({
      subject: 'speaking',
      message: 'Will you come?',
    });
  });

  it('restores the draft after a reload, with the chosen talk', async () => {
    await serve(created);
    const { unmount } = show(<Page />);
    await user.click(screen.getByRole('button', { name: 'Choose' }));
    await enterText(screen.getByLabelText(/^Message/), 'Half a');
    unmount();
    show(<Page />);
    expect(screen.getByLabelText(/^Message/)).toHaveValue('Half a');
    expect(screen.getByLabelText(/^Talk/)).toHaveValue('teams');
    expect(screen.getByText('teams')).toBeVisible();
  });
});
