import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import { Biography } from './biography';

const texts = (length: string) => ({
  en: `English ${length}`,
  fr: `Français ${length}`,
  ar: `عربي ${length}`,
});
const bios = { short: texts('one'), medium: texts('two'), long: texts('a\n\nb') };

const name = { en: 'Her Name', fr: 'Son Nom', ar: 'اسمها' };

const never = () => Promise.reject(new Error('not used'));
const unused = { read: never, readText: never, write: never };

const copy = (length: string) => screen.getByRole('button', { name: new RegExp(`: ${length}`) });

function clipboard(writeText: () => Promise<void>) {
  const write = vi.fn<(text: string) => Promise<void>>(writeText);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(
    Object.assign(new EventTarget(), { ...unused, writeText: write }),
  );
  return write;
}

beforeEach(async () => {
  await serve(rows([]));
});

describe('the biography', () => {
  it('is copied in the shown length and language', async () => {
    const write = clipboard(() => Promise.resolve());
    show(<Biography bios={bios} name={name} photo={null} />);
    await user.click(copy('Short'));
    expect(await within(copy('Short')).findByText(/Copied/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'العربية' }));
    await user.click(copy('Medium'));
    expect(await within(copy('Medium')).findByText(/Copied/)).toBeVisible();
    expect(write.mock.calls).toEqual([['English one'], ['عربي two']]);
  });

  it('has the direction of its language', async () => {
    show(<Biography bios={bios} name={name} photo={null} />);
    await user.click(screen.getByRole('button', { name: 'العربية' }));
    expect(screen.getByText('عربي one').parentElement).toHaveAttribute('dir', 'rtl');
    expect(screen.getByText('عربي one').parentElement).toHaveAttribute('lang', 'ar');
  });

  it('shows a hint if copying fails', async () => {
    clipboard(() => Promise.reject(new Error('denied')));
    show(<Biography bios={bios} name={name} photo={null} />);
    await user.click(copy('Short'));
    await expectText('Could not copy: select the text instead');
  });
});
