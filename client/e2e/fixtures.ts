// Playwright reads what a fixture needs from its first pattern, so one that needs nothing has an empty one.
// oxlint-disable no-empty-pattern
import { randomUUID } from 'node:crypto';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test as base, type ConsoleMessage, type Page } from '@playwright/test';
import {
  makeAccount,
  serviceClient,
  storedSession,
  visitorClient,
  type Account,
  type Backend,
  type Role,
} from './backend';

export { expect } from '@playwright/test';

type Options = {
  /** Who `page` belongs to. Each test that names a role gets an account of its own. */
  who: Role | 'visitor';
};

type Fixtures = {
  /** The account that `page` is signed in with; a new admin's where `page` is a visitor's. */
  account: Account;
  /** Makes that account when it is first asked for: a visitor's test seldom does, and hashing takes time. */
  newAccount: () => Promise<Account>;
  /** A second browser of somebody who is not signed in. */
  visitor: Page;
  /** A second browser of who `page` belongs to. */
  another: Page;
  /** A name that no other test uses. */
  name: string;
  anon: Backend;
  /** Waits until no other test changes the site's price, or counts on it; until the end none does. */
  takePrice: () => Promise<void>;
  /** Console errors fail a test, unless it says that it provokes them. */
  complaints: Complaints;
};

type Complaints = { expect: (pattern: RegExp) => void; heard: string[] };

type WorkerFixtures = { service: Backend };

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  who: ['visitor', { option: true }],

  service: [
    async ({}, give, worker) => {
      await give(await serviceClient(worker.project.use.baseURL ?? ''));
    },
    { scope: 'worker' },
  ],

  anon: async ({ baseURL }, give) => {
    await give(await visitorClient(baseURL ?? ''));
  },

  takePrice: async ({}, give) => {
    const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'price-is-taken');
    let isTaken = false;
    await give(async () => {
      await expect.poll(() => take(folder), { timeout: 100_000 }).toBe(true);
      isTaken = true;
    });
    if (isTaken) await rmdir(folder);
  },

  name: async ({}, give) => {
    await give(`Test ${randomUUID().slice(0, 8)}`);
  },

  newAccount: async ({ service, who }, give) => {
    let made: Promise<Account> | undefined;
    await give(() => (made ??= makeAccount(service, who === 'visitor' ? 'admin' : who)));
  },

  account: async ({ newAccount }, give) => {
    await give(await newAccount());
  },

  visitor: async ({ browser, complaints }, give) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    listen(page, complaints);
    waitForLife(page);
    await give(page);
    await context.close();
  },

  another: async ({ browser, who, newAccount, viewport, complaints }, give) => {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    if (who !== 'visitor') await signIn(page, await newAccount());
    listen(page, complaints);
    waitForLife(page);
    await give(page);
    await context.close();
  },

  complaints: async ({}, give) => {
    const expected: RegExp[] = [];
    const heard: string[] = [];
    await give({ expect: (pattern) => void expected.push(pattern), heard });
    expect(heard.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
  },

  page: async ({ page, who, newAccount, complaints, javaScriptEnabled }, give) => {
    if (who !== 'visitor') await signIn(page, await newAccount());
    listen(page, complaints);
    if (javaScriptEnabled) waitForLife(page);
    await give(page);
  },
});

/**
 * Signs a new browser in, on an empty page of the site. The option `storageState` would open a second page,
 * with a process of its own, to do the same.
 */
async function signIn(page: Page, account: Account): Promise<void> {
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/');
  await page.unrouteAll();
  const session = await storedSession(new URL(page.url()).origin, account);
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, session);
}

/** Makes a folder, which one of several processes can; says whether it was this one. */
const take = (folder: string): Promise<boolean> =>
  mkdir(folder).then(
    () => true,
    () => false,
  );

/** Hears what a page complains about: errors, and words that a language lacks. */
function listen(page: Page, { heard }: Complaints): void {
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('console', (message: ConsoleMessage) => {
    const { url } = message.location();
    if (message.type() === 'error' || message.text().includes('missing translation')) {
      heard.push(`${message.text()} ${url}`);
    }
  });
}

/**
 * Has `goto` and `reload` wait until the page answers, where it is one that was rendered before its
 * scripts: they come when it has been painted, after its load event.
 */
function waitForLife(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...target) => alive(page, await goto(...target));
  page.reload = async (...how) => alive(page, await reload(...how));
}

async function alive<T>(page: Page, answer: T): Promise<T> {
  await page.waitForFunction(
    () =>
      document.querySelector('script[data-scripts]') === null ||
      document.documentElement.dataset['live'] !== undefined,
  );
  return answer;
}
