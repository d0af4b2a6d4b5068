import type { BrowserContext, Page } from '@playwright/test';
import { fillOrderForm } from './book-order';
import { overflow } from './accessible';
import { expect, test } from './fixtures';

const phone = { width: 360, height: 740 };

type SlowPage = { page: Page; releaseScripts: () => void };

/**
 * A page on a slow network: only the first script is loaded until releaseScripts is called. The `page`
 * fixture would wait for hydration.
 */
async function slowPage(context: BrowserContext): Promise<SlowPage> {
  const page = await context.newPage();
  let releaseScripts = () => {};
  const gate = new Promise<void>((open) => {
    releaseScripts = open;
  });
  await page.route(/\/assets\/(?!start).*\.js$/, async (route) => {
    await gate;
    await route.continue();
  });
  return { page, releaseScripts };
}

test.describe('before hydration', () => {
  test.use({ viewport: phone });

  test('a form is sent once, and not in the address', async ({ context, service, name }) => {
    const { page, releaseScripts } = await slowPage(context);
    const first = page.waitForResponse(/\/assets\/start/);
    await page.goto('/contact?lang=en', { waitUntil: 'commit' });
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('main').getByRole('textbox', { name: 'E-mail' }).fill('a@example.org');
    await page.getByRole('textbox', { name: 'Message' }).fill('Early');
    await first;
    await page.getByRole('button', { name: 'Send Message' }).click();
    expect(page.url()).toMatch(/\/contact\?lang=en$/);
    releaseScripts();
    await expect(page.getByRole('main').getByText('Message Sent!')).toBeVisible();
    expect(page.url()).toMatch(/\/contact\?lang=en$/);
    const { data } = await service.from('contact_submissions').select('message').eq('name', name);
    expect(data).toEqual([{ message: 'Early' }]);
  });

  test('the menu opens, and stays open', async ({ context }) => {
    const { page, releaseScripts } = await slowPage(context);
    await page.goto('/story?lang=fr', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    releaseScripts();
    await expect(page.locator('html')).toHaveAttribute('data-live');
    await expect(menu).toBeVisible();
    await menu.getByRole('link', { name: 'Expéditions' }).click();
    await expect(page).toHaveURL(/\/expeditions\?lang=fr$/);
    await expect(menu).toBeHidden();
  });
});

test('an order whose tab is closed while it is sent is sent by the next page, once', async ({
  page,
  context,
  service,
  name,
}) => {
  let asked = false;
  await page.route('**/rest/v1/book_orders*', () => void (asked = true)); // without a response
  await page.goto('/book?lang=en');
  await fillOrderForm(page, name);
  await page.getByRole('button', { name: 'Place the order' }).click();
  await expect.poll(() => asked).toBe(true);
  await page.close();

  const next = await context.newPage();
  await next.goto('/story?lang=en');
  await expect(next.getByText(`has been sent. Thank you, ${name}!`)).toBeVisible();
  const { data } = await service.from('book_orders').select('quantity').eq('buyer_name', name);
  expect(data).toEqual([{ quantity: 1 }]);
});

test.describe('with text twice as large', () => {
  test.use({ viewport: phone });

  // The pages with the widest words, tables and figures.
  const pages = ['/', '/story', '/expeditions', '/media-kit', '/blog/turning-back-is-a-decision'];

  test('no page is wider than a phone in French, which has the longest words', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of pages) {
      /* oxlint-disable no-await-in-loop -- one page after the other */
      await page.goto(`${path}?lang=fr`);
      await expect(page.locator('html')).toHaveAttribute('data-live');
      await page.evaluate(() => {
        document.documentElement.style.setProperty('font-size', '200%', 'important');
      });
      await expect.poll(() => overflow(page), path).toBe(0);
      /* oxlint-enable no-await-in-loop */
    }
  });
});
