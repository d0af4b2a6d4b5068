import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { user } from '@tests/user';
import { switchLanguage } from '@/shared/i18n';
import type { HeroMountain } from './hero-controls';
import { Hero } from './hero';

const mountain = (
  slug: string,
  name: string,
  height_m: number,
  is_attempt = false,
): HeroMountain => ({
  slug,
  name_en: name,
  name_fr: name,
  name_ar: name,
  year: 2017,
  height_m,
  country: 'Nepal',
  flag: 'NP',
  is_attempt,
});

const mountains = [
  mountain('everest', 'Everest', 8848),
  mountain('lhotse', 'Lhotse', 8516),
  mountain('k2', 'K2', 8611, true),
];

/** The titles of the other mountains are rendered too, hidden. */
const shown = { ignore: '[aria-hidden="true"] *' };
const title = () => screen.getByText(/^(Everest|Lhotse|K2)$/, shown).textContent;
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const stubReducedMotion = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }));

async function start(reducedMotion = false, name = '') {
  await serve(rows([]));
  stubReducedMotion(reducedMotion);
  vi.useFakeTimers();
  show(<Hero name={name} mountains={mountains} figures={null} film={null} />);
}

beforeEach(() => history.replaceState(null, '', '/?lang=en'));
afterEach(() => vi.useRealTimers());

describe('the hero', () => {
  it('advances every 6 s and wraps', async () => {
    await start();
    const seen = [title()];
    for (let turn = 0; turn < 3; turn++) {
      // Sequential: each slide is checked after the previous one.
      // oxlint-disable-next-line no-await-in-loop
      await after(6000);
      seen.push(title());
    }
    expect(seen).toEqual(['Everest', 'Lhotse', 'K2', 'Everest']);
  });

  it('has the name in its heading, and the claim at Everest alone', async () => {
    await start(true, 'Amina');
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading).toHaveTextContent('AminaMoroccan mountaineer');
    expect(screen.getByText('First North African woman on Everest', shown)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next mountain' }));
    expect(title()).toBe('Lhotse');
    expect(screen.queryByText('First North African woman on Everest', shown)).toBeNull();
  });

  it('pauses on hover and resumes afterwards', async () => {
    await start();
    const hero = screen.getByRole('region', { name: 'Fourteen mountains' });
    await user.hover(hero);
    await after(20_000);
    expect(title()).toBe('Everest');
    await user.unhover(hero);
    await after(6000);
    expect(title()).toBe('Lhotse');
  });

  it('pauses while a control has the focus', async () => {
    await start();
    act(() => screen.getByRole('button', { name: 'Next mountain' }).focus());
    await after(20_000);
    expect(title()).toBe('Everest');
  });

  it('pauses while the tab is hidden', async () => {
    await start();
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await after(20_000);
    expect(title()).toBe('Everest');
    hidden.mockRestore();
  });

  it('can be paused, and is paused initially with reduced motion', async () => {
    await start(true);
    await after(20_000);
    expect(title()).toBe('Everest');
    await user.click(screen.getByRole('button', { name: 'Play the slideshow' }));
    await after(6000);
    expect(title()).toBe('Lhotse');
    await user.click(screen.getByRole('button', { name: 'Pause the slideshow' }));
    await after(20_000);
    expect(title()).toBe('Lhotse');
  });

  it('follows the arrow keys, except in a text field', async () => {
    await start();
    await user.keyboard('{ArrowRight}');
    expect(title()).toBe('Lhotse');
    await user.keyboard('{ArrowLeft}');
    expect(title()).toBe('Everest');
    const input = document.body.appendChild(document.createElement('input'));
    await user.type(input, '{ArrowRight}');
    expect(title()).toBe('Everest');
    input.remove();
  });

  it('advances on the left arrow in Arabic', async () => {
    await start();
    vi.useRealTimers();
    await act(() => switchLanguage('ar'));
    await user.keyboard('{ArrowLeft}');
    expect(title()).toBe('Lhotse');
    await act(() => switchLanguage('en'));
  });

  it('labels an attempt', async () => {
    await start();
    await user.click(screen.getByRole('button', { name: 'Show K2, 8,611\u00a0m' }));
    expect(screen.getByText('8,611 m · Nepal · Attempt 2017', shown)).toBeInTheDocument();
  });

  it('rotates three taglines in one place, every 4 s', async () => {
    await start();
    const tagline = () =>
      screen
        .getAllByText(/decision|purpose|roof of the world/)
        .find((line) => line.getAttribute('aria-hidden') !== 'true')?.textContent;
    const first = tagline();
    await after(4000);
    const second = tagline();
    await after(8000);
    expect([first, second, tagline()]).toEqual([
      'Every summit begins with a decision.',
      'Preparation, perseverance, purpose.',
      'Every summit begins with a decision.',
    ]);
  });
});
