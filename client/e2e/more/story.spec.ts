import { expect, test } from '../fixtures';
import { visit } from '../visit';

const years = ['2010', '2011', '2012', '2014', '2015', '2017', '2018'];

test(
  'the story tells seven years in order, and its line is climbed by reading, or whole with less motion',
  { tag: '@phone' },
  async ({ page }) => {
    const clip = () =>
      page.locator('.climb-done').evaluate((line) => getComputedStyle(line).clipPath);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await visit(page, '/story?lang=en');
    const timeline = page.getByRole('region', { name: 'The climb of the years' });
    await expect(timeline.getByText('The lesson')).toHaveCount(years.length);
    const shown = await timeline.locator('.climb-list > li > p:first-child').allTextContents();
    expect(shown).toEqual(years);
    const before = await clip();
    await page.getByText('2018').last().scrollIntoViewIfNeeded();
    await expect.poll(clip).not.toBe(before);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(clip).toBe('none');
  },
);
