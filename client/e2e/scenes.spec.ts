import { expect, test } from './fixtures';

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

for (const [path, title, label] of scenes) {
  test(`${path} has its scene`, async ({ page }) => {
    await page.goto(`${path}?lang=en`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    const composition = page.getByRole('img', { name: label });
    await expect(composition).toHaveCount(1); // one of several is shown
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(composition).toHaveCount(1);
  });
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the scenes, the contents and the excerpt are in the HTML', async ({ page }) => {
    await page.goto('/achievement/everest?lang=ar');
    await expect(page.getByRole('img', { name: /^مقطع ارتفاعات المسار/ })).toBeVisible();
    await page.goto('/book?lang=fr');
    await expect(page.getByRole('heading', { name: 'Sommaire' })).toBeVisible();
    await expect(page.getByText('L’Everest, ou un souffle')).toBeVisible();
    await expect(page.getByText(/Un traîneau tire en arrière/)).toBeVisible();
    await page.goto('/film?lang=en');
    await page.getByText('The film in words').click();
    await expect(page.getByText('Then the way home, which is the longer part.')).toBeVisible();
  });
});

test('the stops of a route are also a table', async ({ page }) => {
  await page.goto('/achievement/everest?lang=en');
  await page.getByText('The stops as a table').click();
  const col = page.getByRole('row', { name: /South Col/ });
  await expect(col).toContainText('7,906');
  await expect(col).toContainText('36 %');
});

test('the drawn film plays, pauses, is scrubbed by keyboard and switches its captions', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/film?lang=en');
  const film = page.getByRole('group', { name: /drawn film of 30 seconds/ });
  await film.scrollIntoViewIfNeeded();
  await film.getByRole('button', { name: 'Play the film' }).click();
  const position = film.getByRole('slider', { name: 'Position in the film' });
  await expect.poll(() => position.inputValue().then(Number)).toBeGreaterThan(500);
  await film.getByRole('button', { name: 'Pause' }).click();
  await expect(film.getByRole('button', { name: 'Play the film' })).toBeVisible();
  await position.focus();
  await page.keyboard.press('End');
  await expect(position).toHaveValue('30000');
  const caption = film.getByText('Then the way home, which is the longer part.');
  await expect(caption).toBeVisible();
  await expect(position).toHaveAttribute('aria-valuetext', /^0:30 of 0:30: Then the way home/);
  await film.getByRole('button', { name: 'Captions' }).click();
  await expect(caption).toBeHidden();
});

test('the drawn film stops when it leaves the view', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/film?lang=en');
  const film = page.getByRole('group', { name: /drawn film/ });
  await film.scrollIntoViewIfNeeded();
  await film.getByRole('button', { name: 'Play the film' }).click();
  await expect(film.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(film.getByRole('button', { name: 'Play the film' })).toHaveCount(1);
});

test('with reduced motion the film is a row of stills', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/film?lang=ar');
  const film = page.getByRole('group', { name: /فيلم مرسوم/ });
  await film.scrollIntoViewIfNeeded();
  await expect(film.getByText('8,848 مترًا. لا يدوم ذلك إلا دقائق.')).toBeVisible();
  await film.getByRole('button', { name: 'اللقطة التالية' }).click();
  await expect(film.getByText('ثم طريق العودة، وهو الأطول.')).toBeVisible();
  await expect(film.getByRole('status')).toHaveText('اللقطة 9 من 9');
  await expect(film.getByRole('slider')).toHaveCount(0);
});

test(
  'the button to the top gives way to the film',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await page.goto('/film?lang=en');
    const button = page.getByRole('button', { name: 'Back to top', includeHidden: true });
    const film = page.getByRole('group', { name: /drawn film/ });
    await film.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect(button).toBeVisible({ visible: !isMobile });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(button).toBeVisible();
  },
);

test('a wide window shows the drawn film whole', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/film?lang=en');
  const film = page.getByRole('group', { name: /drawn film/ });
  await expect.poll(async () => (await film.boundingBox())?.height).toBeLessThan(1080);
});
