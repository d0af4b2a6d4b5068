import type { Page } from '@playwright/test';

const names: Record<string, string> = { en: 'English', fr: 'Français', ar: 'العربية' };

/** Chooses a language by the switch of the site or of the back-office, without loading the document again. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(Language|Langue|اللغة)/ })
    .first()
    .click();
  await page
    .getByRole('list', { name: /^(Language|Langue|اللغة)$/ })
    .getByRole('button', { name: names[language] ?? language })
    .click();
}
