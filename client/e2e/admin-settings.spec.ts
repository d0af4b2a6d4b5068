import { expect, test } from './fixtures';

// One after the other: a setting is the site's, not a test's.
test.describe.configure({ mode: 'serial' });
test.use({ who: 'admin' });

test('price, name and WhatsApp show on the site at once', async ({
  page,
  visitor,
  service,
  takePrice,
}) => {
  await takePrice();
  const stored = async (key: string) => {
    const { data } = await service
      .from('site_settings')
      .select('value')
      .eq('key', key)
      .single()
      .throwOnError();
    return data.value;
  };
  const before = {
    'book.price_mad': await stored('book.price_mad'),
    'brand.wordmark': await stored('brand.wordmark'),
  };
  try {
    await page.goto('/admin/settings/book?lang=en');
    const price = page.getByLabel('Price of one copy (MAD)');
    await price.fill('none');
    await page.getByRole('button', { name: 'Save this group' }).click();
    await expect(page.getByText('Write a number.')).toBeVisible();
    await price.fill('299,5');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved. The site shows it from now on.')).toBeVisible();
    await visitor.goto('/book?lang=en');
    await expect(visitor.getByText(/299\.50/).first()).toBeVisible();

    await page.getByRole('link', { name: 'Name and portrait' }).click();
    await page.getByLabel('Name of the site').fill('Altitude 8611');
    await page.getByRole('button', { name: 'Save this group' }).click();
    await expect.poll(() => stored('brand.wordmark')).toBe('Altitude 8611');
    await visitor.goto('/?lang=en');
    await expect(visitor.getByRole('banner').getByText('Altitude 8611').first()).toBeVisible();

    await visitor.goto('/sponsor?lang=en');
    await expect(visitor.getByRole('link', { name: /WhatsApp/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Contact', exact: true }).last().click();
    await page.getByLabel('WhatsApp', { exact: true }).fill('+212 6 12 34 56 78');
    await page.getByRole('button', { name: 'Save this group' }).click();
    await expect.poll(() => stored('contact.whatsapp')).toBe('+212 6 12 34 56 78');
    await visitor.reload();
    await expect(visitor.getByRole('link', { name: /WhatsApp/ }).first()).toHaveAttribute(
      'href',
      /wa\.me\/212612345678/,
    );
  } finally {
    const changes = { ...before, 'contact.whatsapp': null };
    await service.rpc('save_settings', { changes }).throwOnError();
  }
});

test('a failure loses no word, and leaving asks first', async ({ page, service, complaints }) => {
  complaints.expect(/Failed to load resource/);
  await page.goto('/admin/settings/expeditions?lang=en');
  const note = page.getByLabel('Note beside the facts (English)');
  await note.fill('Measured by herself.');
  await page.route('**/rest/v1/rpc/save_settings', (route) => route.abort());
  await page.getByRole('button', { name: 'Save this group' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was saved.');
  await expect(note).toHaveValue('Measured by herself.');

  await page.getByRole('link', { name: 'Retreat' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(note).toHaveValue('Measured by herself.');
  await page.unroute('**/rest/v1/rpc/save_settings');
  const { data } = await service
    .from('site_settings')
    .select('value')
    .eq('key', 'expeditions.note')
    .single()
    .throwOnError();
  expect(JSON.stringify(data.value)).not.toContain('Measured');
});

test('of two who change one setting the second is told, and chooses', async ({
  page,
  another,
  service,
}) => {
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
  } finally {
    await service.rpc('save_settings', { changes: { [key]: before } }).throwOnError();
  }
});

test('a save that met another’s is refused, not laid over it', async ({
  page,
  service,
  complaints,
}) => {
  complaints.expect(/Failed to load resource/);
  const key = 'expeditions.note';
  const { data } = await service.from('site_settings').select('value').eq('key', key).single();
  try {
    await page.goto('/admin/settings/expeditions?lang=en');
    const note = page.getByRole('textbox', { name: 'Note beside the facts (English)' });
    await note.fill('Mine.');
    // It is changed once this save is on its way.
    await page.route('**/rest/v1/rpc/save_settings', async (route) => {
      const changes = { [key]: { en: 'First.', fr: '', ar: '' } };
      await service.rpc('save_settings', { changes }).throwOnError();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save this group' }).click();
    await expect(page.getByText('Choose above whose words stand.')).toBeVisible();
    await expect(note).toHaveValue('Mine.');
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await expect(note).toHaveValue('First.');
  } finally {
    await service.rpc('save_settings', { changes: { [key]: data?.value ?? null } }).throwOnError();
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
