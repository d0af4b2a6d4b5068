// `npm run icons`: draws the application's icons into public/icons with Chromium. Run it after a change
// of the logo, and commit the files.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';

const folder = join(import.meta.dirname, '../public/icons');

/** `padding` is the fraction of the side around the logo: a mask may cut off a fifth. */
const icons = [
  { name: 'icon-192.png', side: 192, padding: 0.06 },
  { name: 'icon-512.png', side: 512, padding: 0.06 },
  { name: 'maskable-512.png', side: 512, padding: 0.2 },
  { name: 'apple-touch-180.png', side: 180, padding: 0.1 },
];

const ranges = [
  { path: 'M-2 27 8 20l5 4 6-6 15 11', opacity: 0.45 },
  { path: 'M-2 31 7 25l6 3 8-6 13 9', opacity: 0.25 },
];

function logoOf(padding: number): string {
  const scale = 1 - 2 * padding;
  const place = `translate(${16 - 16 * scale} ${16 - 16 * scale}) scale(${scale})`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" style="display:block;width:100vw">',
    '<rect width="32" height="32" fill="#0b1920"/>',
    `<g transform="${place}" fill="none" stroke-linejoin="bevel" stroke-width="1.7">`,
    ...ranges.map(
      ({ path, opacity }) =>
        `<path d="${path}" stroke="#f4ebdd" stroke-width=".7" opacity="${opacity}"/>`,
    ),
    '<path d="M2 24 10.6 11.5l3.2 4.2 5.2-11.4 11 19.7" stroke="#f4ebdd"/>',
    '<path d="m16.3 10.2 2.7-5.9 3.2 5.8" stroke="#ff8a57"/>',
    '</g></svg>',
  ].join('');
}

async function draw(page: Page, { name, side, padding }: (typeof icons)[number]): Promise<void> {
  await page.setViewportSize({ width: side, height: side });
  await page.setContent(`<body style="margin:0">${logoOf(padding)}</body>`);
  await page.screenshot({ path: join(folder, name) });
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const icon of icons) await draw(page, icon);
await browser.close();
