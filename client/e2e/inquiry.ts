import type { Locator, Page } from '@playwright/test';
import type { Backend } from './backend';
import { expect } from './fixtures';

/** Types into the fields of a form, by their labels. */
export async function fillIn(form: Locator, answers: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(answers)) {
    // One field after the other, as a user does.
    // oxlint-disable-next-line no-await-in-loop
    await form.getByLabel(label).fill(text);
  }
}

/** Delivers the next request to a table, and aborts its response. */
export const loseResponse = (page: Page, table: string) =>
  page.route(
    `**/rest/v1/${table}*`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

/** Presses Tab until a control with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name, { timeout: 50 });
  }).toPass();
}

/** The rows of a table by the name of the sender. */
export async function sentBy(
  service: Backend,
  table: 'contact_submissions' | 'sponsorship_inquiries' | 'retreat_inquiries',
  name: string,
) {
  const { data } = await service.from(table).select('*').eq('name', name).throwOnError();
  return data;
}
