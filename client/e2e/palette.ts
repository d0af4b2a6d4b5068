import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the command palette by the keyboard; its code may still be loading. Returns its field, which has the focus. */
export async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search or go to/ });
  await expect(field).toBeFocused();
  return field;
}
