import { chooseLanguage } from '../choose-language';
import { expect, test } from '../fixtures';
import { visit } from '../visit';

test('the speaker sheet is one page of paper in each language, and leads to the request for a talk', async ({
  page,
}) => {
  await visit(page, '/speaker-sheet?lang=fr');
  for (const language of ['fr', 'ar', 'en']) {
    if (language !== 'fr') await chooseLanguage(page, language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 4 })).toHaveCount(4);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('contentinfo')).toBeHidden();
    const paper = await page.pdf({ format: 'A4' });
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g), language).toHaveLength(1);
    await page.emulateMedia({ media: 'screen' });
  }
  await page.getByRole('link', { name: 'Book with the form' }).click();
  await expect(page.getByRole('form', { name: 'Request a talk' })).toBeInViewport();
});
