import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong with the page as it stands, a line each. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(settled);
  const { violations: found } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}

/** Waits for what fades in: half transparent it has no contrast. What follows the scroll never ends. */
async function settled(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ timeline }) => timeline instanceof DocumentTimeline)
    .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
  // One that another look of the page cancels has ended too.
  await Promise.allSettled(ending.map((each) => each.finished));
}

/** By how many pixels the page is wider than its screen; a phone zooms out instead of scrolling. */
export async function overflow(page: Page): Promise<number> {
  const widest = await page.evaluate(() =>
    Math.max(document.documentElement.scrollWidth, window.innerWidth),
  );
  return widest - (page.viewportSize()?.width ?? widest);
}
