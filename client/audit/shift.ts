import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';

const webVitals = new URL('../node_modules/web-vitals/dist/web-vitals.iife.js', import.meta.url);

/** A slow mobile network and a slow phone. */
const network = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const slowness = 4;
const step = 400; // pixels that are scrolled at once

/** Cumulative Layout Shift of a page while it loads and is scrolled to its end, and what moved the most. */
export type Shift = { value: number; moved: string };

/** Measures the layout shifts of a page that is opened for the first time, at a width in pixels. */
export async function measureShift(browser: Browser, url: string, width: number): Promise<Shift> {
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 740 : 900 },
    isMobile: width < 768,
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    await page.addInitScript(`${await readFile(webVitals, 'utf8')}; window.webVitals = webVitals;`);
    await page.addInitScript(listen);
    await page.goto(url, { waitUntil: 'load', timeout: 180_000 });
    await scrollToEnd(page);
    return await page.evaluate(() => ({
      value: Number(document.documentElement.dataset['shift'] ?? Number.NaN),
      moved: document.documentElement.dataset['moved'] ?? '',
    }));
  } finally {
    await context.close();
  }
}

/** Runs in the page: keeps the value as web-vitals has it, which is that of Lighthouse and of the Chrome report. */
function listen(): void {
  // The script of web-vitals, which runs before this one, sets it.
  const { onCLS } = (window as unknown as { webVitals: typeof import('web-vitals') }).webVitals;
  document.addEventListener('DOMContentLoaded', () => {
    document.documentElement.dataset['shift'] = '0';
  });
  onCLS(
    ({ value, entries }) => {
      const data = document.documentElement.dataset;
      data['shift'] = String(value);
      const nodes = entries.flatMap(({ sources }) => sources.map(({ node }) => node));
      data['moved'] = nodes
        .map((node) => (node instanceof Element ? `${node.tagName} ${node.className}` : '#text'))
        .join('; ')
        .slice(0, 200);
    },
    { reportAllChanges: true },
  );
}

/** Scrolls as a reader does: on when what is in view has loaded. */
async function scrollToEnd(page: Page): Promise<void> {
  const isAtEnd = () => window.scrollY + window.innerHeight >= document.body.scrollHeight - 2;
  // oxlint-disable no-await-in-loop -- one step after the other
  do {
    await page.evaluate((by) => window.scrollBy({ top: by, behavior: 'instant' }), step);
    await page.waitForLoadState('networkidle', { timeout: 180_000 });
  } while (!(await page.evaluate(isAtEnd)));
}
