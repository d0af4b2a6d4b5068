import type { Page } from '@playwright/test';

/** A field of the order form, by its exact name. */
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Fills in the order form in English. */
export async function fillOrderForm(page: Page, buyer: string): Promise<void> {
  await field(page, 'Full name').fill(buyer);
  await field(page, 'E-mail').fill('buyer@example.org');
  await field(page, 'Phone').fill('06 12 34 56 78');
  await field(page, 'Address').fill('12, rue Ibn Sina');
  await page.getByRole('combobox', { name: 'City' }).fill('Rabat');
}
