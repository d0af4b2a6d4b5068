import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeAccount } from '../backend';
import { expect, test } from '../fixtures';
import { newestMail } from '../mailbox';

const notSuper = 'You need super admin privileges to add, edit, or delete admin users.';

async function fillAdmin(page: Page, email: string, password: string) {
  await page.getByRole('button', { name: 'Add an admin' }).click();
  const form = page.getByRole('dialog', { name: 'New admin' });
  await form.getByLabel('Full name').fill('Nadia Bensaid');
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel(/^Password/).fill(password);
  await form.getByRole('button', { name: 'Add this admin' }).click();
  return form;
}

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/admin/login?lang=en');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}

test.use({ who: 'super_admin' });

test(
  'a super admin adds an admin, who may add nobody',
  { tag: '@phone' },
  async ({ page, visitor, anon }) => {
    const added = { email: `${randomUUID()}@example.org`, password: 'a good password' };

    await test.step('the super admin adds them', async () => {
      await page.goto('/admin/users?lang=en');
      await fillAdmin(page, added.email, added.password);
      await expect(page.getByText(`${added.email} can sign in now.`)).toBeVisible();
      await expect(page.getByText(added.email, { exact: true })).toBeVisible();
    });

    await test.step('they sign in, and the page offers them nothing', async () => {
      await signIn(visitor, added);
      await visitor.goto('/admin/users?lang=en');
      await expect(visitor.getByText(notSuper)).toBeVisible();
      await expect(visitor.getByRole('main').getByText(added.email, { exact: true })).toBeVisible();
      for (const name of ['Add an admin', /^Edit/, /^Delete/]) {
        await expect(visitor.getByRole('button', { name })).toHaveCount(0);
      }
      await expect(visitor.getByRole('switch')).toHaveCount(0);
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
      expect(await error?.context.json()).toMatchObject({ error: notSuper });
    });
  },
);

test('a super admin throws an admin out at once, lets them in again, and deletes them', async ({
  page,
  visitor,
  service,
}) => {
  const other = await makeAccount(service, 'admin');
  await signIn(visitor, other);
  await page.goto('/admin/users?lang=en');
  const active = page.getByRole('switch', { name: `Active, ${other.email}` });
  await active.click();
  await expect(page.getByText(`${other.email} may no longer come in.`)).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus(); // the message stays while it has the focus
  await visitor.getByRole('link', { name: 'Book orders' }).first().click();
  await expect(visitor.getByRole('button', { name: 'Sign in' })).toBeVisible();

  await undo.click();
  await expect(active).toBeChecked();
  await page.getByRole('button', { name: `Edit ${other.email}` }).click();
  const drawer = page.getByRole('dialog', { name: `Edit ${other.email}` });
  await expect(drawer.getByLabel('E-mail')).not.toBeEditable();
  await drawer.getByLabel('Full name').fill('Amal Idrissi');
  await drawer.getByLabel('Role').selectOption('Super Admin');
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Amal Idrissi is saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Amal Idrissi' }).first().click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Are you sure you want to delete this admin user? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Amal Idrissi is deleted')).toBeVisible();
  const { data } = await service.from('admin_users').select('id').eq('email', other.email);
  expect(data).toEqual([]);
});

test('an invitation is sent again, and accepted with a password of one’s own', async ({
  page,
  visitor,
}) => {
  const email = `${randomUUID()}@example.org`;

  await test.step('the super admin invites', async () => {
    await page.goto('/admin/users?lang=en');
    await page.getByRole('button', { name: 'Invite an admin' }).click();
    const form = page.getByRole('dialog', { name: 'Invite an admin' });
    await form.getByLabel('E-mail').fill(email);
    await form.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(page.getByText(`An invitation was sent to ${email}.`)).toBeVisible();
  });
  const first = await newestMail(email);

  await test.step('sends it again: the first link ends', async () => {
    await page.getByRole('button', { name: `Send the invitation again to ${email}` }).click();
    const { link } = await newestMail(email, first);
    await visitor.goto(first.link);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
    await visitor.goto(link);
  });

  await test.step('the colleague chooses a password, and is in', async () => {
    await visitor.getByRole('button', { name: 'Accept' }).click();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Welcome');
    await visitor.goto('/admin/book-orders?lang=en');
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
    await visitor.getByRole('textbox', { name: 'New password' }).fill('a good password');
    await visitor.getByRole('textbox', { name: 'The same again' }).fill('a good password');
    await visitor.getByRole('button', { name: 'Keep this password' }).click();
    await expect(visitor.getByRole('heading', { name: 'Book orders' })).toBeVisible();
  });
});
