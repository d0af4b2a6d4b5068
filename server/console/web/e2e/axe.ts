import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare const axe: { run: (within: Document, options: RunOptions) => Promise<AxeResults> };

/** The accessibility violations of the page as it is, one line each. */
export async function violations(page: Page, only?: string[]): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(script);
  const { violations: found } = await page.evaluate((options) => axe.run(document, options), {
    runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: tags },
    resultTypes: ['violations'],
  } satisfies RunOptions);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}

/** The targets of the page that are smaller than 24 px and no link in a text. The editor and diagram are others' work. */
export const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, a[href], select, input)')]
      .filter((e) => !e.closest('.cm-editor, .react-flow, label, .hidden'))
      .filter((e) => {
        const { width, height } = e.getBoundingClientRect();
        return width > 0 && height > 0 && (width < 23.5 || height < 23.5);
      })
      .map((e) => e.outerHTML.slice(0, 120)),
  );

/** The number of pixels by which the screen is wider than its place. */
export const overflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      document.documentElement.scrollWidth - window.innerWidth,
      ...[...document.querySelectorAll('main, dialog[open]')].map(
        (e) => e.scrollWidth - e.clientWidth,
      ),
    ),
  );
