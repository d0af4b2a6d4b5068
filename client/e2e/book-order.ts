import { expect, type Page } from '@playwright/test';
import type { Backend } from './backend';

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

/** Waits for the list of waiting orders. It is loaded when the browser is idle, with the line that says offline. */
export const untilQueueIsLoaded = (page: Page) =>
  expect(page.locator('.offline-line')).toBeAttached();

/** The orders of a buyer. */
export async function ordersOf(service: Backend, buyer: string) {
  const { data } = await service
    .from('book_orders')
    .select('*')
    .eq('buyer_name', buyer)
    .throwOnError();
  return data;
}
