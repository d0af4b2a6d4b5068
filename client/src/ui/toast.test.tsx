import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notify, Toasts } from './toast';

let takeBack: () => void = () => {};
const undo = vi.fn<() => void>();

/** Says it with an undo, for 6 seconds. */
function offer(): void {
  act(() => {
    takeBack = notify('good', 'Paid', { action: { label: 'Undo', run: undo }, ms: 6000 });
  });
}
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const said = () => screen.queryByText('Paid');

beforeEach(() => {
  vi.useFakeTimers();
  undo.mockReset();
});
afterEach(() => {
  act(() => takeBack());
  vi.useRealTimers();
});

describe('a message', () => {
  it('goes when its time is over', () => {
    render(<Toasts closeLabel="Close" />);
    offer();
    pass(5999);
    expect(said()).toBeVisible();
    pass(1);
    expect(said()).toBeNull();
  });

  it('stays without a time', () => {
    render(<Toasts closeLabel="Close" />);
    act(() => {
      takeBack = notify('good', 'Paid');
    });
    pass(600_000);
    expect(said()).toBeVisible();
  });

  it('stays while it is pointed at or in use, and its time begins anew after that', () => {
    render(<Toasts closeLabel="Close" />);
    offer();
    fireEvent.pointerEnter(screen.getByText('Paid'));
    pass(60_000);
    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    fireEvent.pointerEnter(screen.getByText('Paid'));
    pass(60_000);
    act(() => screen.getByRole('button', { name: 'Undo' }).blur());
    pass(5999);
    expect(said()).toBeVisible();
    pass(1);
    expect(said()).toBeNull();
  });

  it('does what it offers once, and goes', () => {
    render(<Toasts closeLabel="Close" />);
    offer();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
    expect(said()).toBeNull();
  });

  it('gives the focus back to where it came from', () => {
    render(
      <>
        <button type="button">Toggle</button>
        <Toasts closeLabel="Close" />
      </>,
    );
    offer();
    act(() => screen.getByText('Toggle').focus());
    act(() => screen.getByText('Undo').focus());
    fireEvent.click(screen.getByText('Undo'));
    expect(screen.getByText('Toggle')).toHaveFocus();
  });

  it('is in the place that came last, once, and goes back when that is gone', () => {
    const page = (dialog: boolean) => (
      <>
        <Toasts closeLabel="Close" />
        <section aria-label="Dialog">{dialog && <Toasts closeLabel="Close" />}</section>
      </>
    );
    const { rerender } = render(page(false));
    offer();
    rerender(page(true));
    expect(screen.getByRole('region', { name: 'Dialog' })).toContainElement(said());
    rerender(page(false));
    expect(screen.getByRole('region', { name: 'Dialog' })).not.toContainElement(said());
    expect(said()).toBeVisible();
  });

  it('that is said again is there once, and of those with a time the last three', () => {
    render(<Toasts closeLabel="Close" />);
    const texts = ['1', '2', '2', '3', '4', 'Saved', 'Saved'];
    act(() => texts.forEach((text) => notify('good', text, text === 'Saved' ? {} : { ms: 6000 })));
    const all = screen.getAllByText(/^(\d|Saved)$/).map(({ textContent }) => textContent);
    expect(all).toEqual(['2', '3', '4', 'Saved']);
    screen.getAllByRole('button').forEach((button) => fireEvent.click(button));
  });
});
