import { expect, test } from '../fixtures';
import { visit } from '../visit';

const scenes = [
  ['/expeditions', 'Thin air', /oxygen in a breath/],
  ['/achievement/everest', 'The way up', /^Altitude profile of the route to Everest/],
  ['/achievement/k2', 'The way up', /^Altitude profile of the route to K2/],
  ['/retreat', 'What to pack', /ice axe, a rope and crampons/],
  ['/sponsor', 'Where your name stands', /five numbered places/],
  ['/speaking', 'A talk, from above', /Plan of a room/],
  ['/contact', 'Write to me', /desk at base camp/],
  ['/media-kit', 'Media kit', /press page with crop marks/],
] as const;

test('each scene is drawn once, in the composition for the width', async ({ page }) => {
  for (const [path, title, label] of scenes) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, `${path}?lang=en`);
    await expect(page.getByRole('heading', { name: title }), path).toBeVisible();
    await expect(page.getByRole('img', { name: label }), path).toHaveCount(1);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('img', { name: label }), path).toHaveCount(1);
  }
});

test('the drawn film stops when it leaves the view', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit(page, '/film?lang=en');
  const film = page.getByRole('group', { name: /drawn film/ });
  await film.scrollIntoViewIfNeeded();
  await film.getByRole('button', { name: 'Play the film' }).click();
  await expect(film.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(film.getByRole('button', { name: 'Play the film' })).toHaveCount(1);
});

test('the button to the top gives way to the film', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/film?lang=en');
  const button = page.getByRole('button', { name: 'Back to top', includeHidden: true });
  const film = page.getByRole('group', { name: /drawn film/ });
  await film.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(button).toBeHidden();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(button).toBeVisible();
});

test('a wide window shows the drawn film whole', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await visit(page, '/film?lang=en');
  const film = page.getByRole('group', { name: /drawn film/ });
  await expect.poll(async () => (await film.boundingBox())?.height).toBeLessThan(1080);
});
