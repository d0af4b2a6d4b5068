import { expect, test } from './fixtures';

test.use({ who: 'admin' });

test(
  'an order in Arabic reaches the back-office and stays confirmed',
  { tag: '@phone' },
  async ({ page, visitor, anon, name }) => {
    await test.step('a visitor orders in Arabic', async () => {
      await visitor.goto('/book?lang=ar');
      await expect(visitor.locator('html')).toHaveAttribute('dir', 'rtl');
      await expect(visitor.locator('html')).toHaveAttribute('lang', 'ar');
      await visitor.getByLabel('الاسم الكامل').fill(name);
      await visitor.getByLabel('البريد الإلكتروني').first().fill('fatima@example.org');
      await visitor.getByLabel('الهاتف').fill('06 12 34 56 78');
      await visitor.getByLabel('العنوان').fill('12، شارع محمد الخامس');
      await visitor.getByLabel('المدينة').fill('مراكش');
      await visitor.getByRole('radio', { name: 'العربية' }).check();
      await visitor.getByRole('button', { name: 'تأكيد الطلب' }).click();
      await expect(visitor.getByText(`شكرًا لك يا ${name}!`).first()).toBeVisible();
      await expect(visitor.getByRole('button', { name: 'وصل طلبك' })).toBeDisabled();
    });

    await test.step('the anon key reads no order', async () => {
      const { data, error } = await anon.from('book_orders').select('*');
      expect(data ?? []).toEqual([]);
      expect(error?.code).toBe('42501');
    });

    await test.step('an admin finds it and confirms it', async () => {
      await page.goto('/admin/book-orders');
      await page.getByRole('searchbox', { name: 'Search' }).fill(name);
      await expect(page.getByText('1-1 of 1')).toBeVisible();
      await page.getByRole('button', { name: /^Details of order/ }).click();
      const dialog = page.getByRole('dialog', { name: /^Book order/ });
      await expect(dialog.getByText('+212612345678')).toBeVisible();
      await expect(dialog.getByText('1 · Arabic edition')).toBeVisible();
      await expect(dialog.getByText(/^\d+(\.50)? MAD$/)).toBeVisible();
      await page.keyboard.press('Escape');
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await page.getByRole('switch', { name: /^Confirmed, order BO/ }).click();
      await expect(page.getByRole('switch', { name: /^Confirmed/ })).toBeChecked();
      await saved;
    });

    await test.step('it is still confirmed after a reload', async () => {
      await page.reload();
      await expect(page.getByRole('switch', { name: /^Confirmed/ })).toBeChecked();
      await expect(page.getByRole('switch', { name: /^Paid/ })).not.toBeChecked();
      await expect(page.getByRole('switch', { name: /^Fulfilled/ })).not.toBeChecked();
    });
  },
);
