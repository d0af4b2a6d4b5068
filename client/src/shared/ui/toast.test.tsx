import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeToasts, user } from '@tests/user';
import { notify, Toasts, withdraw } from './toast';

let remove: () => void = () => {};
const undo = vi.fn<() => void>();

/** Shows a toast with an undo for 6 s. */
function showWithUndo(): void {
  act(() => {
    remove = notify('good', 'Paid', { action: { label: 'Undo', run: undo }, ms: 6000 });
  });
}
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const shownToast = () => screen.queryByText('Paid');

beforeEach(() => {
  vi.useFakeTimers();
  undo.mockReset();
});
afterEach(() => {
  act(() => remove());
  vi.useRealTimers();
});

describe('a toast', () => {
  it('is removed after its time', () => {
    render(<Toasts closeLabel="Close" />);
    showWithUndo();
    pass(5999);
    expect(shownToast()).toBeVisible();
    pass(1);
    expect(shownToast()).toBeNull();
  });

  it('stays without a time', () => {
    render(<Toasts closeLabel="Close" />);
    act(() => {
      remove = notify('good', 'Paid');
    });
    pass(600_000);
    expect(shownToast()).toBeVisible();
  });

  it('is replaced by the next one about the same, and withdrawn', () => {
    render(<Toasts closeLabel="Close" />);
    act(() => {
      notify('bad', 'Not saved', { about: 'post' });
      notify('bad', 'Not sent', { about: 'mail' });
      notify('good', 'Saved', { about: 'post' });
    });
    expect(screen.queryByText('Not saved')).toBeNull();
    expect(screen.getByText('Saved')).toBeVisible();
    act(() => withdraw('post'));
    expect(screen.queryByText('Saved')).toBeNull();
    expect(screen.getByText('Not sent')).toBeVisible();
    act(() => withdraw('mail'));
  });

  it('stays on hover and focus, and its time starts again after that', async () => {
    render(<Toasts closeLabel="Close" />);
    showWithUndo();
    await user.hover(screen.getByText('Paid'));
    pass(60_000);
    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    await user.hover(screen.getByText('Paid'));
    pass(60_000);
    act(() => screen.getByRole('button', { name: 'Undo' }).blur());
    pass(5999);
    expect(shownToast()).toBeVisible();
    pass(1);
    expect(shownToast()).toBeNull();
  });

  it('runs its action once and is removed', async () => {
    render(<Toasts closeLabel="Close" />);
    showWithUndo();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
    expect(shownToast()).toBeNull();
  });

  it('restores the focus', async () => {
    render(
      <>
        <button type="button">Toggle</button>
        <Toasts closeLabel="Close" />
      </>,
    );
    showWithUndo();
    act(() => screen.getByText('Toggle').focus());
    act(() => screen.getByText('Undo').focus());
    await user.click(screen.getByText('Undo'));
    expect(screen.getByText('Toggle')).toHaveFocus();
  });

  it('is shown in the newest place only, and moves back when that is unmounted', () => {
    const page = (dialog: boolean) => (
      <>
        <Toasts closeLabel="Close" />
        <section aria-label="Dialog">{dialog && <Toasts closeLabel="Close" />}</section>
      </>
    );
    const { rerender } = render(page(false));
    showWithUndo();
    rerender(page(true));
    expect(screen.getByRole('region', { name: 'Dialog' })).toContainElement(shownToast());
    rerender(page(false));
    expect(screen.getByRole('region', { name: 'Dialog' })).not.toContainElement(shownToast());
    expect(shownToast()).toBeVisible();
  });

  it('is shown once when repeated, and of the timed ones only the last three', async () => {
    render(<Toasts closeLabel="Close" />);
    const texts = ['1', '2', '2', '3', '4', 'Saved', 'Saved'];
    act(() => texts.forEach((text) => notify('good', text, text === 'Saved' ? {} : { ms: 6000 })));
    const all = screen.getAllByText(/^(\d|Saved)$/).map(({ textContent }) => textContent);
    expect(all).toEqual(['2', '3', '4', 'Saved']);
    await closeToasts();
  });
});
