import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';

export { expect } from '@playwright/test';

/** The folder of the project that the console writes to. */
export const folder = process.env['CONSOLE_E2E_FOLDER'] ?? '';

export const serviceKey = () =>
  readFileSync(join(folder, '.toubkal/keys/service-key'), 'utf8').trim();

/** Signs in as a person does. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/_/');
  await page.getByLabel('Service key', { exact: true }).fill(serviceKey());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Tables' })).toBeVisible();
}

/** A page on which errors of the console, and refusals of its content security policy, fail the test. */
export const test = base.extend({
  page: async ({ page }, give) => {
    const logged: string[] = [];
    page.on('console', (message) => {
      // The first question is whether somebody is signed in.
      if (message.type() === 'error' && !message.text().includes('401')) {
        logged.push(message.text());
      }
    });
    page.on('pageerror', (error) => logged.push(String(error)));
    await give(page);
    expect(logged).toEqual([]);
  },
});
