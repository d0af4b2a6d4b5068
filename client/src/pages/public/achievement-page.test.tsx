import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refused, rows, serve, show } from '../../../tests/page';
import { expeditions } from '../../api/built-in/expeditions.gen';
import { AchievementPage } from './achievement-page';

// Without a route the id is empty: a mountain of that slug is one that only the server knows.
const own = { ...expeditions.rows[0], slug: '', name_en: 'Toubkal' };

describe('the page of a mountain that is not built in', () => {
  it('waits for the server, and shows what it has', async () => {
    await serve(rows([own]));
    show(<AchievementPage />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(await screen.findByRole('heading', { level: 1, name: 'Toubkal' })).toBeVisible();
  });

  it('says so where there is none, and names the others', async () => {
    await serve(rows([]));
    show(<AchievementPage />);
    expect(await screen.findByRole('heading', { name: 'Achievement Not Found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return Home' })).toBeVisible();
    expect(screen.getByRole('link', { name: /K2/ })).toBeVisible();
  });

  it('can be asked for again where the server did not answer', async () => {
    const server = await serve(refused(400, 'XX', 'no'));
    show(<AchievementPage />);
    expect(await screen.findByRole('alert')).toBeVisible();
    server.mockImplementation(rows([own]));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Toubkal' })).toBeVisible();
  });
});
