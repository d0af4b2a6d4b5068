import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { visit } from '../visit';

const stage = (page: Page) => page.getByRole('group', { name: /on one scale/ });
const names = (page: Page) => stage(page).getByRole('button');
const pressed = (page: Page) => stage(page).getByRole('button', { pressed: true });

test.describe('the altitude explorer', () => {
  test('works by keyboard', async ({ page }) => {
    await visit(page, '/expeditions?lang=en');
    await page.getByRole('radio', { name: 'Height' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Year' })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const line = page.getByRole('slider', { name: 'Altitude line' });
    await expect(line).toBeFocused();
    await expect(line).toHaveAttribute('aria-valuetext', /50 % .* 11 mountains stand higher/);
    await page.keyboard.press('End');
    await expect(line).toHaveAttribute('aria-valuetext', /^9,000\sm.* 0 mountains stand higher/);
    await page.keyboard.press('Tab');
    await expect(names(page).first()).toBeFocused();
    await page.keyboard.press('Space');
    await expect(names(page).first()).toHaveAttribute('aria-pressed', 'true');
    await expect(pressed(page)).toHaveCount(2);
    await page.keyboard.press('Space');
    await expect(pressed(page)).toHaveCount(1);
    await expect(page.getByText('Choose two mountains, here or in the drawing')).toBeVisible();
    await page.getByRole('combobox', { name: 'Second mountain' }).focus();
    await page.keyboard.press('v');
    await expect(page.getByText('Everest stands 3,956 m above Vinson.')).toBeVisible();
  });
});
