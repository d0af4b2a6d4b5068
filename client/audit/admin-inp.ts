// Interaction to Next Paint of the list of orders, with a CPU slowdown of 4:
// `node audit/admin-inp.ts <address> <e-mail> <password>` (Node 24), with a running program and any number
// of orders. Prints the time to the next paint of each step, and web-vitals' INP.
import { readFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';

const [base = 'http://localhost:8000', email = '', password = ''] = process.argv.slice(2);
const slowness = 4;
const quietMs = 500; // the effects of an interaction are painted by then
const webVitals = new URL('../node_modules/web-vitals/dist/web-vitals.iife.js', import.meta.url);

type Step = [name: string, act: (page: Page) => Promise<unknown>];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const row = (page: Page, at: number) => page.locator('[data-row]').nth(at);
const drawer = (page: Page) => page.getByRole('dialog');

const steps: Step[] = [
  [
    'filter',
    (page) =>
      page
        .locator('label')
        .filter({ hasText: /^Not paid/ })
        .click(),
  ],
  ['sort', (page) => button(page, 'Buyer').click()],
  ['type a search', (page) => search(page).pressSequentially('fatima')],
  ['take it back', (page) => search(page).press('Control+Backspace')],
  ['next page', (page) => button(page, 'Next').last().click()],
  ['tick a row', (page) => row(page, 0).getByRole('checkbox').click()],
  ['tick the page', (page) => page.getByRole('checkbox', { name: /^Select all/ }).click()],
  ['untick all', (page) => button(page, 'Clear the selection').click()],
  ['flag in the list', (page) => row(page, 1).getByRole('switch').nth(2).click()],
  ['undo', (page) => button(page, 'Undo').click()],
  ['open an order', (page) => row(page, 2).getByRole('button').last().click()],
  ['flag in the drawer', (page) => drawer(page).getByRole('switch').first().click()],
  ['undo there', (page) => button(page, 'Undo').click()],
  ['next order', (page) => page.keyboard.press('j')],
  ['close', (page) => page.keyboard.press('Escape')],
];

/** Runs in the page: records the longest event since the last read, and web-vitals' INP. */
function listen(): void {
  const data = document.documentElement.dataset;
  const events = { type: 'event', durationThreshold: 16, buffered: true };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      data['longest'] = String(Math.max(duration, Number(data['longest'] ?? 0)));
    }
  }).observe(events);
  // The script of web-vitals, which runs before this one, sets it.
  const { onINP } = (window as unknown as { webVitals: typeof import('web-vitals') }).webVitals;
  onINP(({ value }) => (data['inp'] = String(value)), {
    reportAllChanges: true,
    durationThreshold: 16,
  });
}

async function take(page: Page, name: 'longest' | 'inp'): Promise<number> {
  return page.evaluate((key) => {
    const value = Number(document.documentElement.dataset[key] ?? 0);
    if (key === 'longest') delete document.documentElement.dataset[key];
    return value;
  }, name);
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${base}/admin/login?lang=en&next=/admin/book-orders`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Sign in').click();
  await row(page, 0).waitFor();
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await signIn(page);
await page.addInitScript(`${await readFile(webVitals, 'utf8')}; window.webVitals = webVitals;`);
await page.goto(`${base}/admin/book-orders?lang=en`);
await row(page, 0).waitFor();
const session = await page.context().newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
await page.evaluate(listen);
for (const [name, act] of steps) {
  await act(page);
  await page.waitForTimeout(quietMs * slowness);
  const ms = await take(page, 'longest');
  process.stdout.write(`${name.padEnd(20)} ${ms === 0 ? '< 16' : String(ms).padStart(4)} ms\n`);
}
process.stdout.write(`${'INP'.padEnd(20)} ${String(await take(page, 'inp')).padStart(4)} ms\n`);
await browser.close();
