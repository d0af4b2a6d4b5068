import { expect, type Page, type Response } from '@playwright/test';

/** Opens a page of the site and waits until it is hydrated, before which the browser shows what the server rendered. */
export async function visit(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('data-live');
  return answer;
}

/** Waits until the server has rendered a page: a first request that waits too long is answered with the rows alone. */
export const untilRendered = (page: Page, path: string) =>
  expect.poll(async () => (await page.request.get(path)).text(), path).toContain('<h1');
