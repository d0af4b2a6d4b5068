import type { Page } from '@playwright/test';
import type { Backend } from '../backend';
import { expect, test } from '../fixtures';

test.use({ who: 'admin' });

async function makeNewsletter(service: Backend, name: string) {
  const { data } = await service
    .from('newsletters')
    .insert({ subject_en: name, body_en: '<p>We arrived.</p>' })
    .select('id')
    .single()
    .throwOnError();
  return { id: data.id, path: `/admin/newsletters/edit/${data.id}?lang=en` };
}

async function rowOf(service: Backend, id: string) {
  const { data } = await service
    .from('newsletters')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data;
}

const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject, English' });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text, English' });
const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true });

test(
  'of two who write a newsletter the second is told who and when, and nothing is lost',
  { tag: '@phone' },
  async ({ page, another, service, account, name }) => {
    const { id, path } = await makeNewsletter(service, name);
    await page.goto(path);
    await another.goto(path);
    await expect(subject(another)).toHaveValue(name);
    await subject(page).fill(`${name} by one`);
    await text(page).fill('We arrived, one.');
    await expect(saved(page)).toBeVisible();

    await subject(another).fill(`${name} by two`);
    await text(another).fill('We arrived, two.');
    await expect(another.getByText(`${account.email} saved it`)).toBeVisible();
    await another.getByRole('button', { name: 'Send now …' }).click();
    await expect(
      another.getByText(/^Nothing was saved: somebody else changed the same/),
    ).toBeVisible();

    // It is a conflict after a reload, too.
    another.on('dialog', (dialog) => void dialog.accept());
    await another.reload();
    const clash = another.getByRole('group', { name: 'Subject, English' });
    await expect(clash.getByText(`${name} by one`, { exact: true })).toBeVisible();
    await clash.getByRole('button', { name: 'Keep mine' }).click();
    await expect(clash).toBeHidden();
    expect((await rowOf(service, id))?.subject_en).toBe(`${name} by one`);
    await another
      .getByRole('group', { name: 'Text, English' })
      .getByRole('button', { name: 'Keep both' })
      .press('Enter');
    await expect(saved(another)).toBeVisible();
    expect(await rowOf(service, id)).toMatchObject({
      subject_en: `${name} by two`,
      body_en: '<p>We arrived, one.</p><p>We arrived, two.</p>',
    });
    await expect(text(another)).toHaveText('We arrived, one.We arrived, two.');
  },
);
