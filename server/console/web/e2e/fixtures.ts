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

/** Writes into the SQL editor. It is emptied first: a browser gives text that replaces other text its style. */
export async function write(page: Page, sql: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'SQL editor' });
  await editor.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await editor.fill(sql);
}

/** Runs a script as the owner of the tables, to its last command. */
export async function execute(page: Page, sql: string, last: string): Promise<void> {
  await page.getByRole('link', { name: 'SQL' }).click();
  await write(page, sql);
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByRole('status').filter({ hasText: last })).toBeVisible();
}

/** A page on which errors of the console, and refusals of its content security policy, fail the test. */
export const test = base.extend({
  page: async ({ page }, give) => {
    const logged: string[] = [];
    page.on('console', (message) => {
      // The first question is whether somebody is signed in (401), and flows ask for a conflict (409) and cut the
      // connection.
      const isMeant = /status of (401|409)|ERR_INTERNET_DISCONNECTED/.test(message.text());
      if (message.type() === 'error' && !isMeant) {
        logged.push(message.text());
      }
    });
    page.on('pageerror', (error) => logged.push(String(error)));
    await give(page);
    expect(logged).toEqual([]);
  },
});
