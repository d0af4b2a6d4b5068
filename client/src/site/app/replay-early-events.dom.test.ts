import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { replayEarlyEvents } from './replay-early-events';

const handled = vi.fn<(what: string) => void>();

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

/** Adds listeners, as React does when it hydrates. */
async function hydrate() {
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => handled(button.id));
  element('form').addEventListener('submit', (event) => {
    event.preventDefault();
    handled('form');
  });
  document.documentElement.dataset['live'] = '';
  await Promise.resolve();
}

beforeEach(() => {
  handled.mockClear();
  delete document.documentElement.dataset['live'];
  document.body.innerHTML = `
    <button type="button" id="menu"><i></i></button>
    <button type="button" id="next"></button>
    <form method="dialog"><input name="email" value="a@example.org"><button type="submit" id="send"></button></form>`;
  replayEarlyEvents(document);
});
afterEach(async () => {
  document.documentElement.dataset['live'] = '';
  await Promise.resolve(); // removes the listeners
});

describe('before hydration', () => {
  it('stores a click and replays it once', async () => {
    element('#menu i').click();
    expect(handled).not.toHaveBeenCalled();
    await hydrate();
    expect(handled.mock.calls).toEqual([['menu']]);
  });

  it('replays the last click only', async () => {
    element('#menu').click();
    element('#next').click();
    await hydrate();
    expect(handled.mock.calls).toEqual([['next']]);
  });

  it('stores a submission and replays it', async () => {
    const early = new Event('submit', { cancelable: true, bubbles: true });
    element('form').dispatchEvent(early);
    expect(early.defaultPrevented).toBe(true);
    await hydrate();
    expect(handled.mock.calls).toEqual([['form']]);
  });

  it('does nothing after hydration', async () => {
    await hydrate();
    element('#next').click();
    expect(handled.mock.calls).toEqual([['next']]);
    document.documentElement.dataset['live'] = 'again';
    await Promise.resolve();
    expect(handled).toHaveBeenCalledTimes(1);
  });
});
