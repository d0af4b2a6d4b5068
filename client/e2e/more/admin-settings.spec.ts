import { expect, test } from '../fixtures';

test.use({ who: 'admin' });

// The only flow that changes this setting.
test('of two who change one setting the second is told, and chooses; a later save is refused', async ({
  page,
  another,
  service,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/); // the save that is refused
  const key = 'expeditions.note';
  const read = async () => {
    const { data } = await service.from('site_settings').select('value').eq('key', key).single();
    return data?.value ?? null;
  };
  const before = await read();
  const label = 'Note beside the facts (English)';
  const save = async (who: typeof page, text: string) => {
    await who.getByLabel(label).fill(text);
    await who.getByRole('button', { name: 'Save this group' }).click();
  };
  try {
    await another.goto('/admin/settings/expeditions?lang=en');
    await page.goto('/admin/settings/expeditions?lang=en');
    await page.getByLabel(label).fill('Mine.');
    await save(another, 'Theirs.');
    await expect(another.getByText('Saved. The site shows it')).toBeVisible();
    const clash = page.getByRole('group', { name: label });
    await expect(clash.getByText('Theirs.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Save this group' }).click();
    await expect(page.getByText('Choose above whose words stand.')).toBeVisible();
    expect(await read()).toMatchObject({ en: 'Theirs.' });
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save this group' }).click();
    await expect.poll(read).toMatchObject({ en: 'Mine.' });

    await expect(another.getByLabel(label)).toHaveValue('Mine.');
    await page.getByLabel(label).fill('Mine again.');
    await save(another, 'Theirs again.');
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await expect(page.getByLabel(label)).toHaveValue('Theirs again.');

    await page.getByLabel(label).fill('Too late.');
    // It is changed once this save is on its way.
    await page.route('**/rest/v1/rpc/save_settings', async (route) => {
      const changes = { [key]: { en: 'First.', fr: '', ar: '' } };
      await service.rpc('save_settings', { changes }).throwOnError();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save this group' }).click();
    await expect(page.getByText('Choose above whose words stand.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: label })).toHaveValue('Too late.');
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await expect(page.getByLabel(label)).toHaveValue('First.');
  } finally {
    await service.rpc('save_settings', { changes: { [key]: before } }).throwOnError();
  }
});

test(
  'a list and a value of a developer are edited',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    const key = `test.${name.toLowerCase().replace(' ', '_')}`;
    await service
      .from('site_settings')
      .insert({ key, value: { depth: 1 }, description: 'For a test.' })
      .throwOnError();
    const read = async (which: string) => {
      const { data } = await service
        .from('site_settings')
        .select('value')
        .eq('key', which)
        .single()
        .throwOnError();
      return data.value;
    };
    try {
      await page.goto('/admin/settings/other?lang=en');
      const section = page.getByRole('region', { name: key });
      await section.getByLabel('Value (JSON)').fill('{ "depth": ');
      await section.getByRole('button', { name: 'Save' }).click();
      await expect(section.getByText(/^This is not JSON/)).toBeVisible();
      await section.getByLabel('Value (JSON)').fill('{ "depth": [2, null] }');
      await section.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => read(key)).toEqual({ depth: [2, null] });
    } finally {
      await service.from('site_settings').delete().eq('key', key).throwOnError();
    }
  },
);
