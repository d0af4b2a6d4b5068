import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeAccount } from './backend';
import { expect, test } from './fixtures';

/** On a phone the menu is behind a button. */
async function openMenu(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

async function fillAdmin(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Add an admin' }).click();
  const form = page.getByRole('form', { name: 'New admin' });
  await form.getByLabel('Full name').fill('Nadia Bensaid');
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Add this admin' }).click();
}

test.describe('a super admin', () => {
  test.use({ who: 'super_admin' });

  test('adds an admin, who may add nobody', { tag: '@phone' }, async ({ page, visitor, anon }) => {
    const added = { email: `${randomUUID()}@example.org`, password: 'a good password' };

    await test.step('the super admin adds them', async () => {
      await page.goto('/admin/dashboard?lang=en');
      await openMenu(page);
      await page
        .getByRole('navigation', { name: 'Admin menu' })
        .getByRole('link', { name: 'Admins' })
        .click();
      await fillAdmin(page, added.email, added.password);
      await expect(page.getByText(`${added.email} can sign in now.`)).toBeVisible();
      await expect(page.getByRole('list', { name: 'Admins' }).getByText(added.email)).toBeVisible();
    });

    await test.step('they sign in and are offered no Admins page', async () => {
      await visitor.goto('/admin/login?lang=en');
      await visitor.getByLabel('E-mail').fill(added.email);
      await visitor.getByLabel('Password').fill(added.password);
      await visitor.getByRole('button', { name: 'Sign in' }).click();
      await expect(visitor.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      await openMenu(visitor);
      const menu = visitor.getByRole('navigation', { name: 'Admin menu' });
      await expect(menu.getByRole('link', { name: 'Book orders' })).toBeVisible();
      await expect(menu.getByRole('link', { name: 'Admins' })).toHaveCount(0);
    });

    await test.step('the page itself offers them no form', async () => {
      await visitor.goto('/admin/users?lang=en');
      await expect(
        visitor.getByText('You need super admin privileges to add, edit, or delete admin users.'),
      ).toBeVisible();
      await expect(visitor.getByRole('button', { name: 'Add an admin' })).toHaveCount(0);
    });

    await test.step('and the function refuses them', async () => {
      await anon.auth.signInWithPassword(added);
      const { data, error } = await anon.functions.invoke('create-admin-user', {
        body: {
          email: `${randomUUID()}@example.org`,
          password: 'secret',
          role: 'super_admin',
          full_name: null,
        },
      });
      expect(data).toBeNull();
      expect(error?.context.status).toBe(403);
      expect(await error?.context.json()).toMatchObject({
        error: 'You need super admin privileges to add, edit, or delete admin users.',
      });
    });
  });

  test('is told what is wrong with a new admin', async ({ page, service, complaints }) => {
    complaints.expect(/status of 409/);
    const taken = await makeAccount(service, 'admin');
    await page.goto('/admin/users?lang=en');
    await fillAdmin(page, taken.email, 'short');
    const form = page.getByRole('form', { name: 'New admin' });
    await expect(form.getByRole('alert')).toHaveText('Password must be at least 6 characters long');
    await form.getByLabel('Password').fill('long enough');
    await form.getByRole('button', { name: 'Add this admin' }).click();
    await expect(form.getByRole('alert')).toHaveText(
      'An admin user with this email already exists.',
    );
  });
});
