import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { expectText } from '@tests/expect-text';
import { refused, rows, serve, show } from '@tests/page';
import { user } from '@tests/user';
import { expeditions } from '@tests/seeds';
import { AchievementPage } from './achievement-page';

// Without a route the slug is empty: such a mountain exists only on the server.
const own = { ...expeditions[0], slug: '', name_en: 'Toubkal' };

describe('the page of a mountain', () => {
  it('waits for the server, and shows its row', async () => {
    await serve(rows([own]));
    show(<AchievementPage />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(await screen.findByRole('heading', { level: 1, name: 'Toubkal' })).toBeVisible();
  });

  it('is a 404 page if there is none, with links to the others', async () => {
    const server = await serve(rows([]));
    server.mockImplementation((url) => rows(url.includes('slug=eq.') ? [] : expeditions)());
    show(<AchievementPage />);
    expect(await screen.findByRole('heading', { name: 'Achievement Not Found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return Home' })).toBeVisible();
    expect(screen.getByRole('link', { name: /K2/ })).toBeVisible();
  });

  it('can be retried after a failure', async () => {
    const server = await serve(refused(400, 'XX', 'no'));
    show(<AchievementPage />);
    expect(await screen.findByRole('alert')).toBeVisible();
    server.mockImplementation(rows([own]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectText('Toubkal', { selector: 'h1' });
  });
});
