import { describe, expect, it, vi } from 'vitest';
import { share } from './share';

const clipboard = (writeText: (text: string) => Promise<void>) => ({ clipboard: { writeText } });
const url = 'https://example.org/blog/a?lang=en';

describe('share', () => {
  it('copies the link without the Web Share API', async () => {
    const writeText = vi.fn<() => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal('navigator', clipboard(writeText));
    expect(await share('A', url)).toBe('copied');
    expect(writeText).toHaveBeenCalledWith(url);
  });

  it('fails without access to the clipboard', async () => {
    vi.stubGlobal(
      'navigator',
      clipboard(() => Promise.reject(new Error('denied'))),
    );
    expect(await share('A', url)).toBe('failed');
  });

  it('prefers the Web Share API', async () => {
    const sheet = vi.fn<() => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal('navigator', { share: sheet });
    expect(await share('A', url)).toBe('shared');
    expect(sheet).toHaveBeenCalledWith({ title: 'A', url });
  });

  it('accepts that the user closed the sheet', async () => {
    const sheet = () => Promise.reject(new DOMException('closed', 'AbortError'));
    vi.stubGlobal('navigator', { share: sheet });
    expect(await share('A', url)).toBe('closed');
  });

  it('copies the link if the share sheet fails', async () => {
    const sheet = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    vi.stubGlobal('navigator', { share: sheet, ...clipboard(() => Promise.resolve()) });
    expect(await share('A', url)).toBe('copied');
  });
});
