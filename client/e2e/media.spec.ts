import { expect, test } from './fixtures';

test(
  'the coverage turns its pages and keeps them in the address',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/media?lang=en');
    const coverage = page.getByRole('region', { name: 'Media coverage' });
    const pieces = coverage.getByRole('heading', { level: 3 });
    await expect(pieces).toHaveCount(6);
    const first = await pieces.first().textContent();
    await coverage.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(coverage.getByText('Page 2 of 2')).toBeVisible();
    await expect(pieces.first()).not.toHaveText(first ?? '');
    await page.reload();
    await expect(coverage.getByText('Page 2 of 2')).toBeVisible();
    await page.goBack();
    await expect(coverage.getByText('Page 1 of 2')).toBeVisible();
  },
);

test('the filter of the coverage is in the address', async ({ page }) => {
  await page.goto('/media?lang=en');
  const coverage = page.getByRole('region', { name: 'Media coverage' });
  await coverage.getByRole('button', { name: /^Podcasts/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/type=podcast/);
  await expect(coverage.getByRole('heading', { level: 3 })).toHaveCount(2);
  await page.mouse.wheel(0, -300); // the header comes back
  await page.getByRole('button', { name: 'Language: English' }).first().click();
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page).toHaveURL(/type=podcast/);
  await expect(
    page.getByRole('region', { name: 'Revue de presse' }).getByRole('heading', { level: 3 }),
  ).toHaveCount(2);
});

test('failed coverage shows an error and a retry', async ({ page, complaints }) => {
  complaints.expect(/Failed to load resource|coverage/);
  await page.goto('/contact?lang=en');
  await page.route('**/rest/v1/media_coverage*', (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Media', exact: true }).click();
  const coverage = page.getByRole('region', { name: 'Media coverage' });
  await expect(coverage.getByText('No media coverage available at the moment.')).toBeVisible();
  await page.unroute('**/rest/v1/media_coverage*');
  await coverage.getByRole('button', { name: 'Try again' }).click();
  await expect(coverage.getByRole('heading', { level: 3 })).toHaveCount(6);
});

test('three awards', async ({ page }) => {
  await page.goto('/media?lang=ar');
  const awards = page.getByRole('region', { name: 'الجوائز' });
  await expect(awards.getByRole('listitem')).toHaveCount(3);
  for (const year of ['2018', '2019', '2017']) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(awards.getByText(year, { exact: true })).toBeVisible();
  }
});
