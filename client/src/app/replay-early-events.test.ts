import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { replayEarlyEvents } from './replay-early-events';

const heard = vi.fn<(what: string) => void>();

function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

/** What React does: from now on somebody listens. */
async function goLive() {
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => heard(button.id));
  element('form').addEventListener('submit', (event) => {
    event.preventDefault();
    heard('form');
  });
  document.documentElement.dataset['live'] = '';
  await Promise.resolve();
}

beforeEach(() => {
  heard.mockClear();
  delete document.documentElement.dataset['live'];
  document.body.innerHTML = `
    <button type="button" id="menu"><i></i></button>
    <button type="button" id="next"></button>
    <form method="dialog"><input name="email" value="a@example.org"><button type="submit" id="send"></button></form>`;
  replayEarlyEvents(document);
});
afterEach(async () => {
  document.documentElement.dataset['live'] = '';
  await Promise.resolve(); // the listeners of the test go
});

describe('before the page is live', () => {
  it('keeps a press and repeats it once', async () => {
    element('#menu i').click();
    expect(heard).not.toHaveBeenCalled();
    await goLive();
    expect(heard.mock.calls).toEqual([['menu']]);
  });

  it('repeats the last press only', async () => {
    element('#menu').click();
    element('#next').click();
    await goLive();
    expect(heard.mock.calls).toEqual([['next']]);
  });

  it('sends no form by itself, and sends it when somebody listens', async () => {
    const early = new Event('submit', { cancelable: true, bubbles: true });
    element('form').dispatchEvent(early);
    expect(early.defaultPrevented).toBe(true);
    await goLive();
    expect(heard.mock.calls).toEqual([['form']]);
  });

  it('is out of the way afterwards', async () => {
    await goLive();
    element('#next').click();
    expect(heard.mock.calls).toEqual([['next']]);
    document.documentElement.dataset['live'] = 'again';
    await Promise.resolve();
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
