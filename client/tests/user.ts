import userEvent from '@testing-library/user-event';

/** What a user does: pointer and keyboard with all their events, and without pauses between them. */
export const user = userEvent.setup({ delay: null });

/**
 * Pastes a text in place of what a field has, or chooses the option of that value. A form is rendered once,
 * and not for each key.
 */
export async function enterText(field: Element, text: string): Promise<void> {
  if (field instanceof HTMLSelectElement) {
    await user.selectOptions(field, text);
    return;
  }
  await user.clear(field);
  if (text !== '') await user.paste(text);
}
