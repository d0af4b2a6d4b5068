// Playwright reads what a fixture needs from its first pattern, so one that needs nothing has an empty one.
// oxlint-disable no-empty-pattern
import { randomUUID } from 'node:crypto';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import {
  anonClient,
  makeAccount,
  serviceClient,
  storageStateOf,
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
  /** Signs that account in; returns the storage state of the browser. */
  newSession: () => Promise<StorageState>;
  /** A second browser that is not signed in. */
  visitor: Page;
  /** A second browser of the account of `page`, with a session of its own. */
  another: Page;
  /** A name that no other test uses. */
  name: string;
  anon: Backend;
  /** Console errors and the browser's warnings fail a test, unless it expects them. */
  complaints: Complaints;
};

type Complaints = { expect: (pattern: RegExp) => void; logged: string[] };

type WorkerFixtures = { service: Backend };

type StorageState = Awaited<ReturnType<typeof storageStateOf>>;

const signedOut: StorageState = { cookies: [], origins: [] };

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

  newSession: async ({ who, newAccount, baseURL }, give) => {
    await give(async () =>
      who === 'visitor' ? signedOut : storageStateOf(baseURL ?? '', await newAccount()),
    );
  },

  storageState: async ({ newSession }, give) => {
    await give(await newSession());
  },

  complaints: async ({}, give) => {
    const expected: RegExp[] = [];
    const logged: string[] = [];
    await give({ expect: (pattern) => void expected.push(pattern), logged });
    expect(logged.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
  },

  context: async ({ context, complaints }, give) => {
    await listen(context, complaints);
    await give(context);
  },

  visitor: async ({ browser, complaints }, give) => {
    const context = await browser.newContext({ storageState: signedOut });
    await listen(context, complaints);
    await give(await context.newPage());
    await context.close();
  },

  another: async ({ browser, newSession, complaints }, give) => {
    const context = await browser.newContext({ storageState: await newSession() });
    await listen(context, complaints);
    await give(await context.newPage());
    await context.close();
  },
});

/** Records the console errors of all pages, the warnings of the browser, and what the Content-Security-Policy blocks. */
async function listen(context: BrowserContext, { logged }: Complaints): Promise<void> {
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      console.error(`${effectiveDirective} blocks ${blockedURI}`, sourceFile),
    ),
  );
  context.on('weberror', (failure) => logged.push(failure.error().message));
  context.on('console', (message) => {
    // A warning of the site itself, which has arguments, is of a failure that its page shows.
    const isOfBrowser = message.type() === 'warning' && message.args().length === 0;
    const isProblem = message.type() === 'error' || isOfBrowser;
    if (isProblem && !message.text().includes('Service Worker registration blocked')) {
      logged.push(`${message.text()} ${message.location().url}`);
    }
  });
}
