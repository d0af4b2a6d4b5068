import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { user } from '@tests/user';
import { PageHero } from './page-hero';

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const height = () => screen.getByText(/^\d,\d{3} m$/).textContent.replace('\u00a0', ' ');

async function start(mountain?: string, first?: string) {
  await serve(rows([]));
  vi.useFakeTimers();
  const given = { ...(mountain && { mountain }), ...(first && { first }) };
  show(<PageHero label="Label" title="Title" lead="Lead" {...given} />);
}

afterEach(() => vi.useRealTimers());

describe('the hero of a page', () => {
  it('rotates eight mountains, one every 4 s, and wraps', async () => {
    await start();
    const seen = new Set<string | null>();
    for (let turn = 0; turn < 8; turn++) {
      seen.add(height());
      // Sequential: each slide is checked after the previous one.
      // oxlint-disable-next-line no-await-in-loop
      await after(4000);
    }
    expect(seen.size).toBe(8);
    expect(seen.has(height())).toBe(true);
    expect(height()).toBe('8,091 m');
  });

  it('begins with the mountain of the page', async () => {
    await start(undefined, 'denali');
    expect(height()).toBe('6,190 m');
    await after(4000);
    expect(height()).toBe('6,812 m');
  });

  it('can be paused', async () => {
    await start();
    await user.click(screen.getByRole('button', { name: 'Pause the slideshow' }));
    await after(20_000);
    expect(height()).toBe('8,091 m');
  });

  it('pauses on hover', async () => {
    await start();
    const hero = screen.getByRole('heading', { name: 'Title' }).closest('section');
    if (hero === null) throw new Error('no section');
    await user.hover(hero);
    await after(20_000);
    expect(height()).toBe('8,091 m');
    await user.unhover(hero);
    await after(4000);
    expect(height()).toBe('5,895 m');
  });

  it('has no slideshow with a fixed mountain', async () => {
    await start('k2');
    await after(20_000);
    expect(height()).toBe('8,611 m');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
