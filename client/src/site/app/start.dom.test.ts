import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// It would keep the clicks of other tests, which have the same document.
vi.mock('./replay-early-events.ts', () => ({ replayEarlyEvents: () => {} }));

/** Reports the first paint of the page. */
let paint: () => void;

/** Runs start.ts in a page, with a photograph at its head or without. Returns what ends its decoding. */
async function open(withPhotograph: boolean, ...body: HTMLElement[]) {
  let finish = () => {};
  let fail = (_error: Error) => {};
  const decoding = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  document.head.innerHTML =
    '<script data-scripts="data:text/javascript,0 /assets/page.js"></script>';
  document.body.replaceChildren(...body);
  if (withPhotograph) {
    const photograph = document.createElement('img');
    photograph.setAttribute('fetchpriority', 'high');
    photograph.decode = () => decoding;
    document.body.append(photograph);
  }
  vi.resetModules();
  await import('./start');
  return { finish, fail };
}

const isStarted = () => document.querySelector('link[rel="modulepreload"]') !== null;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame'] });
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: () => void) {
        paint = callback;
      }
      observe() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the scripts of a page', () => {
  it('are loaded at the first paint', async () => {
    await open(false);
    expect(isStarted()).toBe(false);
    paint();
    expect(isStarted()).toBe(true);
  });

  it('are loaded after the photograph at its head is painted', async () => {
    const { finish } = await open(true);
    paint();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isStarted()).toBe(false);
    finish();
    await vi.advanceTimersByTimeAsync(100);
    expect(isStarted()).toBe(true);
  });

  it('do not wait for a photograph that does not load', async () => {
    const { fail } = await open(true);
    paint();
    fail(new Error('broken'));
    await vi.advanceTimersByTimeAsync(0);
    expect(isStarted()).toBe(true);
  });

  it('wait for 3 s at most', async () => {
    await open(true);
    paint();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(isStarted()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isStarted()).toBe(true);
  });

  it('are loaded at once where the server has not rendered the page', async () => {
    const root = document.createElement('div');
    root.id = 'root';
    await open(false, root);
    expect(isStarted()).toBe(true);
  });

  it.each(['pointerdown', 'keydown'])('are loaded at once at a %s', async (type) => {
    await open(true);
    dispatchEvent(new Event(type));
    expect(isStarted()).toBe(true);
  });
});
