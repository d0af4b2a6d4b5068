import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * The accessibility violations that axe finds, one line each. axe runs in the page: AxeBuilder opens a
 * second page for each run and loads its script twice, which takes four times as long.
 */
export async function violations(page: Page): Promise<string[]> {
  expect(page.frames(), 'frames, which only AxeBuilder checks').toHaveLength(1);
  await page.evaluate(waitForAnimations);
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(scriptOf(page));
  const found = await page.evaluate(runAxe, rules);
  if (found.length === 0) return [];
  // Rows of other tests may appear while axe runs: a real violation is found twice.
  await page.evaluate(waitForAnimations);
  const again = new Set(await page.evaluate(runAxe, rules));
  return found.filter((each) => again.has(each));
}

/** The script of axe, in the version of AxeBuilder. */
const scriptOf = (page: Page) => String(new AxeBuilder({ page })['script']());

declare const axe: { run: (within: Document, how: object) => ReturnType<AxeBuilder['analyze']> };

async function runAxe(tags: string[]): Promise<string[]> {
  const { violations: found } = await axe.run(document, {
    runOnly: { type: 'tag', values: tags },
    resultTypes: ['violations'],
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}

/**
 * Waits two frames for a new viewport width, and for the end of animations: half transparent text has too
 * little contrast. Scroll-driven and infinite animations are ignored.
 */
async function waitForAnimations(): Promise<void> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  await frame();
  await frame();
  const ending = document
    .getAnimations()
    .filter(({ timeline }) => timeline instanceof DocumentTimeline)
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  // A cancelled animation has ended too.
  await Promise.allSettled(ending.map((each) => each.finished));
}

/** The number of pixels by which the page overflows the screen; a phone zooms out instead of scrolling. */
export async function overflow(page: Page): Promise<number> {
  const widest = await page.evaluate(() =>
    Math.max(document.documentElement.scrollWidth, window.innerWidth),
  );
  return widest - (page.viewportSize()?.width ?? widest);
}

export const wide = { width: 1440, height: 900 };
export const narrow = { width: 320, height: 640 }; // CSS pixels: 1280 at 400 % (WCAG 1.4.10)

/** Polled, since viewport units change with the next frame. */
export const expectNoOverflow = (page: Page, language: string): Promise<void> =>
  expect.poll(() => overflow(page), `beyond 320 px in ${language}`).toBe(0);

/** The page in this language is shown, with its rows. */
export async function expectShown(page: Page, language: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** The shown page has no violation and does not overflow, at both widths and in both themes. */
export async function expectAccessible(page: Page, language: string): Promise<void> {
  for (const size of [wide, narrow]) {
    await page.setViewportSize(size);
    await expectNoOverflow(page, language);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const where = `axe in ${language}, ${colorScheme}, at ${size.width} px`;
      expect(await violations(page), where).toEqual([]);
    }
  }
}
