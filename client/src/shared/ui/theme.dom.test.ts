import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showTheme, themeKey } from './show-theme';
import { chosenTheme } from './theme';

const theme = () => document.documentElement.dataset['theme'];

/** The media of the colours of the browser's bars: of the light one, and of the dark one. */
const media = () =>
  [...document.querySelectorAll('meta[name="theme-color"]')].map((meta) =>
    meta.getAttribute('media'),
  );

beforeEach(() => {
  localStorage.clear();
  chosenTheme.set('system');
  document.head.innerHTML = `
    <meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)" content="#fff">
    <meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)" content="#000">`;
});

describe('the chosen theme', () => {
  it('is kept, and applied at once', () => {
    chosenTheme.set('dark');
    expect([chosenTheme.get(), theme(), localStorage.getItem(themeKey)]).toEqual([
      'dark',
      'dark',
      'dark',
    ]);
    expect(media()).toEqual(['not all', 'all']);
    chosenTheme.set('light');
    expect(media()).toEqual(['all', 'not all']);
  });

  it('follows the system again, and leaves nothing behind', () => {
    chosenTheme.set('dark');
    chosenTheme.set('system');
    expect([chosenTheme.get(), theme(), localStorage.getItem(themeKey)]).toEqual([
      'system',
      undefined,
      null,
    ]);
    expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  });

  it('is that of another tab too', () => {
    const listener = vi.fn<() => void>();
    const stop = chosenTheme.subscribe(listener);
    localStorage.setItem(themeKey, 'dark');
    window.dispatchEvent(new StorageEvent('storage'));
    expect([theme(), listener.mock.calls.length]).toEqual(['dark', 1]);
    stop();
  });
});

describe('the inlined function', () => {
  it.each(['', 'purple', null])('lets the system decide for %j', (stored) => {
    showTheme('dark');
    showTheme(stored);
    expect(theme()).toBeUndefined();
  });

  it('needs nothing outside of itself', () => {
    // oxlint-disable-next-line typescript/no-implied-eval -- as the build inlines it
    const inlined: unknown = new Function(`return (${String(showTheme)})('dark')`)();
    expect([inlined, theme()]).toEqual([undefined, 'dark']);
  });
});
