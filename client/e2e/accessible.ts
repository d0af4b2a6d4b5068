import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds wrong with the page as it stands, a line each. Run in the page: the runner that comes
 * with it opens a second page for each look and reads its program twice, four times the work.
 */
export async function violations(page: Page): Promise<string[]> {
  expect(page.frames(), 'frames, which only the runner looks into').toHaveLength(1);
  await page.evaluate(settled);
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(programOf(page));
  const found = await page.evaluate(look, rules);
  if (found.length === 0) return [];
  // What comes in from other flows may appear while axe looks: what is wrong is so a second time.
  await page.evaluate(settled);
  const again = new Set(await page.evaluate(look, rules));
  return found.filter((each) => again.has(each));
}

/** axe itself, in the version that the runner was made for. */
const programOf = (page: Page) => String(new AxeBuilder({ page })['script']());

declare const axe: { run: (within: Document, how: object) => ReturnType<AxeBuilder['analyze']> };

async function look(tags: string[]): Promise<string[]> {
  const { violations: found } = await axe.run(document, {
    runOnly: { type: 'tag', values: tags },
    resultTypes: ['violations'],
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}

/**
 * Waits until a new width has reached the page, which takes it up to two frames, and for what fades in: half
 * transparent it has no contrast. What follows the scroll never ends.
 */
async function settled(): Promise<void> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  await frame();
  await frame();
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
