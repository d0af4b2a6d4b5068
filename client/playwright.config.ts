import { existsSync, rmSync, statfsSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';

const port = process.env['E2E_PORT'] ?? '8765';
const baseURL = `http://localhost:${port}`;
/** The port of the mailbox, whose API e2e/mailbox.ts reads. */
const mailboxPort = process.env['E2E_MAILBOX_PORT'] ?? String(Number(port) + 1);
process.env['E2E_MAILBOX_PORT'] = mailboxPort;

// The real program on an empty data folder of its own. Workers read this file too: they find the
// folder that the first reading chose.
const dataDir = process.env['E2E_DATA_DIR'] ?? newDataDir();

/** Memory where it has room (Linux), since PostgreSQL waits for a disk at each commit. */
function parentOfDataDir(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= 4 * 2 ** 30 ? memory : tmpdir();
}

/** Chooses a folder, which goes when this process does: after the program has ended. */
function newDataDir(): string {
  const folder = join(parentOfDataDir(), `toubkal-e2e-${randomUUID()}`);
  process.env['E2E_DATA_DIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// Browsers are never downloaded: those of the system are used. Debian's headless shell takes half the
// CPU time of its Chromium. As root both need --no-sandbox.
const browsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
];
const chromium = {
  executablePath: process.env['CHROMIUM'] ?? browsers.find(existsSync) ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
};

// e2e/stories has each route, each screen and each story once: `npm run e2e`. e2e/more has what is run before a
// release: `npm run e2e:all` runs both. Each flow runs on one device.
export default defineConfig({
  testDir: './e2e',
  fullyParallel: true,
  workers: 3, // on two cores: a flow waits longer than it computes
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  // Generous, for a machine that does other work too: what is waited for is a sign, not a time. Before a
  // read that fails says so, supabase-js has repeated it for 7 s.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    // Animations are drawn by the processor. Flows of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    baseURL,
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Only the tests of what works offline want what an earlier page has kept.
    serviceWorkers: 'block',
    launchOptions: chromium,
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: {
        viewport: { width: 360, height: 740 },
        isMobile: true,
        hasTouch: true,
        deviceScaleFactor: 2,
      },
    },
  ],
  webServer: {
    command: 'exec .toubkal/bin/toubkal serve',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: {
      PORT: port,
      TOUBKAL_MAILBOX_PORT: mailboxPort,
      TOUBKAL_DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      SERVICES: 'rest,auth,functions,realtime,storage,site',
      // Every test signs in and writes from this one address.
      GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '0',
      TOUBKAL_RATE_LIMIT_WRITES: '0',
    },
    url: `${baseURL}/ready`,
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
