import { describe, expect, it, vi } from 'vitest';
import { share } from './share';

const clipboard = (writeText: (text: string) => Promise<void>) => ({ clipboard: { writeText } });
const url = 'https://example.org/blog/a?lang=en';

describe('share', () => {
  it('copies the link where the device has no sheet', async () => {
    const writeText = vi.fn<() => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal('navigator', clipboard(writeText));
    expect(await share('A', url)).toBe('copied');
    expect(writeText).toHaveBeenCalledWith(url);
  });

  it('says that it failed where the clipboard is closed', async () => {
    vi.stubGlobal(
      'navigator',
      clipboard(() => Promise.reject(new Error('denied'))),
    );
    expect(await share('A', url)).toBe('failed');
  });

  it('takes the sheet of the device first', async () => {
    const sheet = vi.fn<() => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal('navigator', { share: sheet });
    expect(await share('A', url)).toBe('shared');
    expect(sheet).toHaveBeenCalledWith({ title: 'A', url });
  });

  it('accepts that the reader closed the sheet', async () => {
    const sheet = () => Promise.reject(new DOMException('closed', 'AbortError'));
    vi.stubGlobal('navigator', { share: sheet });
    expect(await share('A', url)).toBe('closed');
  });

  it('copies where the sheet refuses', async () => {
    const sheet = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    vi.stubGlobal('navigator', { share: sheet, ...clipboard(() => Promise.resolve()) });
    expect(await share('A', url)).toBe('copied');
  });
});
