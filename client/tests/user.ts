import { fireEvent, screen, within } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';

/** What a user does: pointer and keyboard with all their events, and without pauses between them. */
export const user = userEvent.setup({ delay: null });

/**
 * Pastes a text in place of what a field has, chooses the option of that value, or moves a slider there. A form is rendered once,
 * and not for each key.
 */
export async function enterText(field: Element, text: string): Promise<void> {
  if (field instanceof HTMLSelectElement) {
    await user.selectOptions(field, text);
    return;
  }
  // user-event does not move a slider.
  if (field instanceof HTMLInputElement && field.type === 'range') {
    fireEvent.change(field, { target: { value: text } });
    return;
  }
  await user.clear(field);
  if (text !== '') await user.paste(text);
}

/** Submits the page's form by its button. */
export async function submitForm(): Promise<void> {
  const buttons = within(screen.getByRole('form')).getAllByRole<HTMLButtonElement>('button');
  const submit = buttons.find(({ type }) => type === 'submit');
  if (submit === undefined) throw new Error('the form has no submit button');
  await user.click(submit);
}

// A test may end while a dialog is open, which covers the toasts.
const cleaner = userEvent.setup({
  delay: null,
  pointerEventsCheck: PointerEventsCheckLevel.Never,
});

/** Closes all toasts: they are global, and the next test would have them. */
export async function closeToasts(): Promise<void> {
  for (const toasts of document.querySelectorAll<HTMLElement>('[aria-live="polite"]')) {
    for (const close of within(toasts).queryAllByRole('button', { name: 'Close', hidden: true })) {
      // Sequential: each toast is closed by its own click.
      // oxlint-disable-next-line no-await-in-loop
      await cleaner.click(close);
    }
  }
}
