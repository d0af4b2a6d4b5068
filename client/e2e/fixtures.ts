// Playwright reads what a fixture needs from its first pattern, so one that needs nothing has an empty one.
// oxlint-disable no-empty-pattern
import { randomUUID } from 'node:crypto';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  expect,
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
} from '@playwright/test';
import {
  makeAccount,
  serviceClient,
  storedSession,
  anonClient,
  type Account,
  type Backend,
  type Role,
} from './backend';

export { expect } from '@playwright/test';

type Options = {
  /** The role of `page`. Each test with a role has an account of its own. */
  who: Role | 'visitor';
};

type Fixtures = {
  /** The account of `page`; a new admin if `page` is not signed in. */
  account: Account;
  /** Creates that account on first use. */
  newAccount: () => Promise<Account>;
  /** A second browser that is not signed in. */
  visitor: Page;
  /** A second browser with the session of `page`. */
  another: Page;
  /** A name that no other test uses. */
  name: string;
  anon: Backend;
  /** Locks the price setting until the end of the test. */
  takePrice: () => Promise<void>;
  /** Console errors and the browser's warnings fail a test, unless it expects them. */
  complaints: Complaints;
};

type Complaints = { expect: (pattern: RegExp) => void; logged: string[] };

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
    await give(await anonClient(baseURL ?? ''));
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
    await listen(page, complaints);
    waitForHydration(page);
    await give(page);
    await context.close();
  },

  another: async ({ browser, who, newAccount, viewport, complaints, baseURL }, give) => {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    if (who !== 'visitor') await signIn(page, await newAccount(), baseURL);
    await listen(page, complaints);
    waitForHydration(page);
    await give(page);
    await context.close();
  },

  complaints: async ({}, give) => {
    const expected: RegExp[] = [];
    const logged: string[] = [];
    await give({ expect: (pattern) => void expected.push(pattern), logged });
    expect(logged.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
  },

  // The next test may use the same context, which is reset except for these two.
  context: async ({ context }, give) => {
    keepCache(context);
    await give(context);
    await context.setOffline(false);
    await context.clearPermissions();
  },

  page: async ({ page, who, newAccount, complaints, javaScriptEnabled, baseURL }, give) => {
    if (who !== 'visitor') await signIn(page, await newAccount(), baseURL);
    await listen(page, complaints);
    if (javaScriptEnabled) waitForHydration(page);
    await give(page);
  },
});

/**
 * Signs a new browser in, by a script that stores the session before those of its first page run. The option
 * `storageState` would open a second page, with a process of its own, to do the same.
 */
async function signIn(page: Page, account: Account, baseURL = ''): Promise<void> {
  const session = await storedSession(baseURL, account);
  const script = await page.addInitScript((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, session);
  page.once('domcontentloaded', () => void script.dispose());
}

/**
 * Keeps the HTTP cache, and the compiled scripts with it, which reuseContext clears before the next test.
 * There is no option for this, so it is done in Playwright's implementation of the context.
 */
function keepCache(context: BrowserContext): void {
  const connection: unknown = Reflect.get(context, '_connection');
  if (!hasImplementations(connection)) throw new Error('Playwright has no Connection.toImpl');
  const implementation = connection.toImpl(context);
  if (!('clearCache' in implementation)) throw new Error('Playwright has no clearCache');
  implementation.clearCache = () => Promise.resolve();
}

const hasImplementations = (
  value: unknown,
): value is { toImpl: (of: BrowserContext) => object | { clearCache: () => Promise<void> } } =>
  typeof value === 'object' && value !== null && 'toImpl' in value;

/** Creates a folder as a lock between processes; returns whether it succeeded. */
const take = (folder: string): Promise<boolean> =>
  mkdir(folder).then(
    () => true,
    () => false,
  );

/** Records the console errors of a page, the warnings of the browser, and what its Content-Security-Policy blocks. */
async function listen(page: Page, { logged }: Complaints): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      console.error(`${effectiveDirective} blocks ${blockedURI}`, sourceFile),
    ),
  );
  page.on('pageerror', (error) => logged.push(error.message));
  page.on('console', (message: ConsoleMessage) => {
    const { url } = message.location();
    // A warning of the site itself, which has arguments, is of a failure that its page shows.
    const isOfBrowser = message.type() === 'warning' && message.args().length === 0;
    const isProblem = message.type() === 'error' || isOfBrowser;
    if (isProblem && !message.text().includes('Service Worker registration blocked')) {
      logged.push(`${message.text()} ${url}`);
    }
  });
}

/**
 * Makes `goto` and `reload` wait for the hydration of a prerendered page: its scripts are loaded after the
 * first paint, after the load event.
 */
function waitForHydration(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...target) => hydrated(page, await goto(...target));
  page.reload = async (...how) => hydrated(page, await reload(...how));
}

async function hydrated<T>(page: Page, answer: T): Promise<T> {
  await page.waitForFunction(
    () =>
      document.querySelector('script[data-scripts]') === null ||
      document.documentElement.dataset['live'] !== undefined,
  );
  return answer;
}
