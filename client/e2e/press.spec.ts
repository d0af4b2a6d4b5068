import { chooseLanguage } from './choose-language';
import { expect, test } from './fixtures';

test(
  'a biography is copied in the language that was chosen',
  { tag: '@phone' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/media-kit?lang=en');
    await page
      .getByRole('group', { name: 'Language of the biography' })
      .getByText('Français')
      .click();
    await page.getByRole('button', { name: /^Copy ?: Short/ }).click();
    await expect(page.getByRole('button', { name: /^Copied ?: Short/ })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('est marocaine');
    expect(copied).not.toContain('{{name}}');
  },
);

test('the drawings and the logos are files', async ({ page, request }) => {
  await page.goto('/media-kit?lang=fr#photos');
  const photos = page.getByRole('region', { name: 'Images' });
  await expect(photos.getByRole('heading', { level: 3 })).toHaveCount(14);
  const links = page.getByRole('main').locator('a[download][href$=".svg"]');
  const files = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  );
  expect(files).toHaveLength(14 * 2 + 3);
  const answers = await Promise.all(files.map((file) => request.get(file)));
  expect(answers.map((answer) => answer.status())).toEqual(files.map(() => 200));
});

test('the speaker sheet is one page of paper in each language, and leads to the request for a talk', async ({
  page,
}) => {
  await page.goto('/speaker-sheet?lang=fr');
  for (const language of ['fr', 'ar', 'en']) {
    /* oxlint-disable no-await-in-loop -- one language after the other */
    if (language !== 'fr') await chooseLanguage(page, language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 4 })).toHaveCount(4);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('contentinfo')).toBeHidden();
    const paper = await page.pdf({ format: 'A4' });
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g), language).toHaveLength(1);
    await page.emulateMedia({ media: 'screen' });
    /* oxlint-enable no-await-in-loop */
  }
  await page.getByRole('link', { name: 'Book with the form' }).click();
  await expect(page.getByRole('form', { name: 'Request a talk' })).toBeInViewport();
});

test(
  'privacy says what each form keeps, and leads back to the contact page',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/privacy?lang=fr');
    const forms = page.getByRole('region', { name: 'Ce que chaque formulaire enregistre' });
    await expect(forms.getByRole('listitem')).toHaveCount(6);
    await page.getByRole('link', { name: 'Vos droits' }).click();
    await expect(page.getByRole('heading', { name: 'Vos droits' })).toBeInViewport();
    await page.getByRole('link', { name: 'Écrire au sujet de vos données' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'M’écrire' })).toBeVisible();
  },
);
