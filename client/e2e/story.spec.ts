import { expect, test } from './fixtures';

const years = ['2010', '2011', '2012', '2014', '2015', '2017', '2018'];

test(
  'the story tells seven years in order, and its line is climbed by reading, or whole with less motion',
  { tag: '@phone' },
  async ({ page }) => {
    const clip = () =>
      page.locator('.climb-done').evaluate((line) => getComputedStyle(line).clipPath);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/story?lang=en');
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

test('a mountain of the story leads to its page, by keyboard', async ({ page }) => {
  await page.goto('/story?lang=fr');
  await page.getByRole('link', { name: /Kilimandjaro/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/achievement\/kilimanjaro\?lang=fr/);
});

test('the values are in the language of the page, and the years alternate between two columns', async ({
  page,
}) => {
  await page.goto('/story?lang=ar');
  const values = page.getByRole('region', { name: 'ثلاث قيم' });
  await expect(values.getByRole('heading', { level: 3 })).toHaveText([
    'الاستعداد',
    'المثابرة',
    'الغاية',
  ]);
  const places = await page.locator('.climb-list > li').evaluateAll((items) =>
    items.map((item) => {
      const { left, width, top } = item.getBoundingClientRect();
      return { half: left + width / 2 > window.innerWidth / 2 ? 'start' : 'end', top };
    }),
  );
  expect(places.map(({ half }) => half)).toEqual([
    'start',
    'end',
    'start',
    'end',
    'start',
    'end',
    'start',
  ]);
  expect(places.map(({ top }) => top)).toEqual(
    places.map(({ top }) => top).toSorted((a, b) => a - b),
  );
});
