import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { user } from '@tests/user';
import { nameOf } from './shortcut-keys';
import { ShortcutLayer, useShortcut } from './shortcuts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isAltGraph: false };

describe('a press', () => {
  it.each([
    { name: 'a letter', press: { key: 'j', code: 'KeyJ' }, want: 'j' },
    { name: 'a letter with the capitals locked', press: { key: 'J', code: 'KeyJ' }, want: 'j' },
    {
      name: 'the letter where a French keyboard has it',
      press: { key: 'a', code: 'KeyQ' },
      want: 'a',
    },
    {
      name: 'the place of the letter on an Arabic keyboard',
      press: { key: 'ت', code: 'KeyJ' },
      want: 'j',
    },
    { name: 'the Arabic question mark', press: { key: '؟', code: 'Slash' }, want: '?' },
    { name: 'Enter', press: { key: 'Enter', code: 'Enter' }, want: 'Enter' },
    { name: 'with Ctrl', press: { key: 'k', code: 'KeyK', ctrlKey: true }, want: 'mod+k' },
    {
      name: 'with the command key, in Arabic',
      press: { key: 'ن', code: 'KeyK', metaKey: true },
      want: 'mod+k',
    },
    {
      name: 'with Ctrl and Shift, which is the browser’s',
      press: { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true },
      want: undefined,
    },
    {
      name: 'a sign that AltGr writes',
      press: { key: '@', code: 'Digit0', isAltGraph: true },
      want: undefined,
    },
    {
      name: 'AltGr as some systems tell it',
      press: { key: '@', code: 'Digit0', ctrlKey: true, altKey: true },
      want: undefined,
    },
  ])('of $name is $want', ({ press, want }) => {
    expect(nameOf({ ...plain, ...press })).toBe(want);
  });
});

function Key({ keys, run }: { keys: string; run: (() => void) | undefined }) {
  useShortcut(keys, keys, run);
  return null;
}

describe('a shortcut', () => {
  it('is heard while it is offered', async () => {
    const run = vi.fn<() => void>();
    const { rerender, unmount } = render(<Key keys="j" run={run} />);
    await user.keyboard('j');
    rerender(<Key keys="j" run={undefined} />);
    await user.keyboard('j');
    expect(run).toHaveBeenCalledTimes(1);
    rerender(<Key keys="j" run={run} />);
    await user.keyboard('j');
    unmount();
    await user.keyboard('j');
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('leaves letters to a field and Enter to a button, but not Ctrl', async () => {
    const [letter, enter, save] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
    render(
      <>
        <Key keys="j" run={letter} />
        <Key keys="Enter" run={enter} />
        <Key keys="mod+s" run={save} />
        <input aria-label="name" />
        <input aria-label="tick" type="checkbox" />
        <button type="button">go</button>
      </>,
    );
    await user.click(screen.getByLabelText('name'));
    await user.keyboard('j');
    await user.tab();
    await user.tab();
    expect(screen.getByRole('button')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect([letter, enter, save].map((run) => run.mock.calls.length)).toEqual([0, 0, 0]);
    await user.click(screen.getByLabelText('name'));
    await user.keyboard('{Control>}s{/Control}');
    await user.click(screen.getByLabelText('tick'));
    await user.keyboard('j');
    act(() => screen.getByLabelText('tick').blur());
    await user.keyboard('{Enter}');
    expect([letter, enter, save].map((run) => run.mock.calls.length)).toEqual([1, 1, 1]);
  });

  it('may be two keys, one after the other', async () => {
    const [orders, blog, single] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
    render(
      <>
        <Key keys="g o" run={orders} />
        <Key keys="g b" run={blog} />
        <Key keys="o" run={single} />
      </>,
    );
    await user.keyboard('x'); // earlier keys are ignored
    await user.keyboard('g');
    await user.keyboard('o');
    await user.keyboard('o');
    expect([orders, blog, single].map((run) => run.mock.calls.length)).toEqual([1, 0, 1]);
  });

  it('of what came last wins, and of a dialog alone while it is open', async () => {
    const [list, drawer, other] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
    const page = (
      <>
        <Key keys="j" run={list} />
        <Key keys="x" run={other} />
      </>
    );
    const { rerender } = render(page);
    rerender(
      <>
        {page}
        <ShortcutLayer>
          <Key keys="j" run={drawer} />
        </ShortcutLayer>
      </>,
    );
    await user.keyboard('j');
    await user.keyboard('x');
    expect([list, drawer, other].map((run) => run.mock.calls.length)).toEqual([0, 1, 0]);
    rerender(page);
    await user.keyboard('x');
    expect(other).toHaveBeenCalledTimes(1);
  });

  it('saves once while its keys are held', async () => {
    const save = vi.fn<() => void>();
    render(<Key keys="mod+s" run={save} />);
    const presses: { repeat: boolean; isPrevented: boolean }[] = [];
    const watch = (event: KeyboardEvent) =>
      presses.push({ repeat: event.repeat, isPrevented: event.defaultPrevented });
    window.addEventListener('keydown', watch);
    await user.keyboard('{Control>}{s>2/}{/Control}');
    window.removeEventListener('keydown', watch);
    expect(save).toHaveBeenCalledTimes(1);
    // The browser's save dialog is prevented, also when the key repeats.
    expect(presses.slice(-2)).toEqual([
      { repeat: false, isPrevented: true },
      { repeat: true, isPrevented: true },
    ]);
  });
});
