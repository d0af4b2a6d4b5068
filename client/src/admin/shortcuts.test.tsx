import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
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

const press = (key: string, target: Element = document.body, more: object = {}) =>
  fireEvent.keyDown(target, { key, code: `Key${key.toUpperCase()}`, ...more });

describe('a shortcut', () => {
  it('is heard while it is offered', () => {
    const run = vi.fn<() => void>();
    const { rerender, unmount } = render(<Key keys="j" run={run} />);
    press('j');
    rerender(<Key keys="j" run={undefined} />);
    press('j');
    expect(run).toHaveBeenCalledTimes(1);
    rerender(<Key keys="j" run={run} />);
    press('j');
    unmount();
    press('j');
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('leaves letters to a field and Enter to a button, but not Ctrl', () => {
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
    press('j', screen.getByLabelText('name'));
    press('Enter', screen.getByRole('button'));
    expect([letter, enter, save].map((run) => run.mock.calls.length)).toEqual([0, 0, 0]);
    press('s', screen.getByLabelText('name'), { ctrlKey: true });
    press('j', screen.getByLabelText('tick'));
    press('Enter');
    expect([letter, enter, save].map((run) => run.mock.calls.length)).toEqual([1, 1, 1]);
  });

  it('may be two keys, one after the other', () => {
    const [orders, blog, single] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
    render(
      <>
        <Key keys="g o" run={orders} />
        <Key keys="g b" run={blog} />
        <Key keys="o" run={single} />
      </>,
    );
    press('x'); // earlier keys are ignored
    press('g');
    press('o');
    press('o');
    expect([orders, blog, single].map((run) => run.mock.calls.length)).toEqual([1, 0, 1]);
  });

  it('of what came last wins, and of a dialog alone while it is open', () => {
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
    press('j');
    press('x');
    expect([list, drawer, other].map((run) => run.mock.calls.length)).toEqual([0, 1, 0]);
    rerender(page);
    press('x');
    expect(other).toHaveBeenCalledTimes(1);
  });

  it('saves once while its keys are held', () => {
    const save = vi.fn<() => void>();
    render(<Key keys="mod+s" run={save} />);
    press('s', document.body, { ctrlKey: true });
    const held = press('s', document.body, { ctrlKey: true, repeat: true });
    expect(save).toHaveBeenCalledTimes(1);
    expect(held).toBe(false); // the browser's save dialog is prevented
  });
});
