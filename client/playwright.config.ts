import { defineConfig, devices } from '@playwright/test';

const port = process.env['PORT'] ?? '8000';

// Browsers are never downloaded: Debian's Chromium is used, and as root it needs --no-sandbox.
export default defineConfig({
  testDir: './e2e',
  fullyParallel: true,
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env['BASE_URL'] ?? `http://localhost:${port}`,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    },
  },
});
