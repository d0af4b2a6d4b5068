import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { visit } from '../visit';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('home turns its mountains, shows a gallery, and leads to a summit', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await visit(page, '/?lang=en');
  const mountain = page.locator('main p.display').first();
  await expect(mountain).toHaveText('Everest');
  await page.clock.runFor(6_500);
  await expect(mountain).toHaveText('Vinson');
  await page.getByRole('button', { name: 'Pause the slideshow' }).click();
  await page.mouse.move(5, 5);
  await page.clock.runFor(30_000);
  await expect(mountain).toHaveText('Vinson');

  const opener = page.getByRole('button', { name: /^View Gallery/ }).first();
  await opener.press('Enter');
  const gallery = page.getByRole('dialog', { name: 'Gallery' });
  await expect(gallery.getByText('First North African woman on Everest')).toBeVisible();
  await gallery.getByRole('button', { name: 'Next picture' }).click();
  await expect(gallery.getByText('Seven Summits: the list is complete')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await page.getByRole('main').getByRole('link', { name: 'Denali' }).click();
  await expect(page).toHaveURL(/\/achievement\/denali\?lang=en/);
  await expect(title(page)).toContainText('Denali');
});

test(
  'the drawn film is a row of stills for who wants less motion, in Arabic',
  { tag: '@phone' },
  async ({ page }) => {
    await visit(page, '/film?lang=ar');
    const film = page.getByRole('group', { name: /فيلم مرسوم/ });
    await expect(film.getByText('8,848 مترًا. لا يدوم ذلك إلا دقائق.')).toBeVisible();
    await film.getByRole('button', { name: 'اللقطة التالية' }).tap();
    await expect(film.getByRole('status')).toHaveText('اللقطة 9 من 9');
    await expect(film.getByRole('slider')).toHaveCount(0);
  },
);

test('the drawn film plays, is scrubbed by the keyboard and switches its captions', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit(page, '/film?lang=en');
  const film = page.getByRole('group', { name: /drawn film of 30 seconds/ });
  await film.scrollIntoViewIfNeeded();
  await film.getByRole('button', { name: 'Play the film' }).click();
  const position = film.getByRole('slider', { name: 'Position in the film' });
  await expect.poll(() => position.inputValue().then(Number)).toBeGreaterThan(500);
  await film.getByRole('button', { name: 'Pause' }).click();
  await position.press('End');
  await expect(position).toHaveValue('30000');
  const caption = film.getByText('Then the way home, which is the longer part.');
  await expect(caption).toBeVisible();
  await film.getByRole('button', { name: 'Captions' }).click();
  await expect(caption).toBeHidden();
});

test('the mountains are sorted, filtered and compared, and the address keeps it', async ({
  page,
}) => {
  await visit(page, '/expeditions?lang=en');
  const names = page.getByRole('group', { name: /on one scale/ }).getByRole('button');
  await expect(names.first()).toHaveAccessibleName('Compare Everest 2017 8,848');
  await page.getByRole('radio', { name: 'Height' }).press('ArrowRight');
  await expect(names.first()).toHaveAccessibleName('Compare Mont Blanc 2011 4,810');
  await page.getByRole('radio', { name: 'Attempts' }).check();
  await names.filter({ hasText: 'K2' }).click();
  await expect(page).toHaveURL(/sort=year.*show=attempts.*compare=everest%2Ck2/);
  await page.reload();
  await expect(page.getByText('Everest stands 237 m above K2.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Year' })).toBeChecked();
  await page.getByText('The same mountains as a table').first().click();
  const table = page.getByRole('table', { name: 'The same mountains as a table' });
  await table.getByRole('link', { name: 'Manaslu' }).click();
  await expect(title(page)).toHaveText('Manaslu');
  await expect(page.getByText(/did not reach the summit, because of the risk/)).toBeVisible();
});

test(
  'a mountain is found on the map in Arabic, from right to left, and leads to the next',
  { tag: '@phone' },
  async ({ page }) => {
    await visit(page, '/expeditions?lang=ar');
    const scale = page.getByRole('group', { name: /بمقياس واحد/ }).getByRole('button');
    await expect(scale.first()).toHaveAccessibleName('قارن إيفرست 2017 8,848');
    const [first, second] = [await scale.nth(0).boundingBox(), await scale.nth(1).boundingBox()];
    expect(first?.x ?? 0).toBeGreaterThan(second?.x ?? 0);
    await page
      .getByRole('main')
      .getByRole('list')
      .getByRole('link', { name: /إلبروس/ })
      .first()
      .press('Enter');
    await expect(title(page)).toBeFocused();
    await expect(page).toHaveURL(/\/achievement\/elbrus\?lang=ar/);
    const others = page.getByRole('main').getByRole('navigation').last();
    await others.getByRole('link').last().tap();
    await expect(page).not.toHaveURL(/elbrus/);
    await expect(title(page)).toBeFocused();
  },
);

test('a mountain shows its facts, its route as a table, and its views by the keyboard', async ({
  page,
}) => {
  await visit(page, '/achievement/everest?lang=en');
  const facts = page.getByRole('region', { name: 'Facts' });
  await expect(facts.getByText('8,848 m', { exact: true })).toBeVisible();
  await page.getByText('The stops as a table').click();
  await expect(page.getByRole('row', { name: /South Col/ })).toContainText('7,906');
  const view = page.getByRole('button', { name: 'Open the view: Everest by night' });
  await view.press('Enter');
  const lightbox = page.getByRole('dialog');
  await expect(lightbox.getByRole('img', { name: 'Everest by night' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(lightbox.getByRole('img', { name: 'Everest from near' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toBeFocused();
  await page.getByRole('link', { name: 'All expeditions' }).click();
  await expect(title(page)).toHaveText(/Fourteen mountains/);
});

test('the journal is searched, and a post leads into its parts and to the next', async ({
  page,
  service,
  name,
}) => {
  // With the four posts of the seed, enough to show the search.
  const slug = name.toLowerCase().replace(' ', '-');
  const post = { slug, title_en: name, content_en: '<p>Some words.</p>' };
  const published = { status: 'published', published_at: '2020-01-02T08:00:00Z' } as const;
  await service
    .from('blog_posts')
    .insert({ ...post, ...published })
    .throwOnError();
  await visit(page, '/blog?lang=en');
  await page.getByRole('searchbox', { name: 'Search the journal' }).fill('avalanche');
  await expect(page.getByRole('link', { name: 'Preparation is the climb' })).toHaveCount(0);
  await expect(page).toHaveURL(/q=avalanche/);
  await page.getByRole('link', { name: 'Turning back is a decision' }).click();
  await expect(title(page)).toBeFocused();
  await expect(page.getByText('18/09/2025')).toBeVisible();
  await page.getByRole('link', { name: /Previous text/ }).click();
  await expect(title(page)).toHaveText('Preparation is the climb');
  await page.getByRole('link', { name: 'Train the weakest link' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Train the weakest link' })).toBeInViewport();
  await expect(page).toHaveURL(/lang=en#part-2$/);
  await page.getByRole('link', { name: 'Back to the journal' }).click();
  await expect(page).toHaveURL(/\/blog\?lang=en/);
});

test('the press finds coverage by kind and page, and copies a biography in French', async ({
  page,
  context,
}) => {
  await visit(page, '/media?lang=fr');
  const coverage = page.getByRole('region', { name: 'Revue de presse' });
  const pieces = coverage.getByRole('heading', { level: 3 });
  await expect(pieces).toHaveCount(6);
  await coverage.getByRole('button', { name: 'Suivant' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.goBack();
  await coverage.getByRole('button', { name: /^Podcasts/ }).press('Enter');
  await expect(page).toHaveURL(/type=podcast/);
  await expect(pieces).toHaveCount(2);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Kit média' }).click();
  await page.getByRole('group', { name: 'Langue de la biographie' }).getByText('Français').click();
  await page
    .getByRole('button', { name: /^Copier/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Copié/ })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('est marocaine');
  const drawings = page.getByRole('main').locator('a[download][href$=".svg"]');
  await expect(drawings).toHaveCount(14 * 2 + 3);
  const file = await page.request.get((await drawings.first().getAttribute('href')) ?? '');
  expect(file.status()).toBe(200);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Fiche conférencière' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /formulaire/ })
    .click();
  await expect(page.getByRole('form', { name: 'Demander une conférence' })).toBeInViewport();
});
