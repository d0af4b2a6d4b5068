import { expect, test } from './fixtures';
import { fillIn, loseResponse, sentBy } from './inquiry';

const answers = (name: string) => ({
  Name: name,
  'E-mail': 'yasmine@example.org',
  Phone: '0612345678',
});

test(
  'an edition that has taken place still takes names for the next',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    await page.goto('/retreat?lang=en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Breath, Summits & Creativity',
    );
    await expect(page.getByText('November 7-9, 2025')).toBeVisible();
    await expect(
      page.getByText('This edition has taken place: join the list for the next'),
    ).toBeVisible();
    const form = page.getByRole('form', { name: 'Join the retreat' });
    await fillIn(form, answers(name));
    await form.getByRole('button', { name: 'Join' }).dblclick();
    await expect(form.getByRole('button', { name: 'Inquiry Sent!' })).toBeVisible();
    await expect(form.getByLabel('Name')).toHaveValue('');
    expect(await sentBy(service, 'retreat_inquiries', name)).toMatchObject([
      { phone: '+212612345678', message: null, status: 'new' },
    ]);
  },
);

test('a failure is shown until the retry, which sends the same row', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(/Failed to load resource|retreat Failure/);
  await page.goto('/retreat?lang=en');
  const form = page.getByRole('form', { name: 'Join the retreat' });
  await fillIn(form, { ...answers(name), 'Message (optional)': 'I have never climbed.' });
  await loseResponse(page, 'retreat_inquiries');
  await form.getByRole('button', { name: 'Join' }).click();
  const failure = page.getByText('Failed to submit inquiry. Please try again.');
  await expect(failure).toBeVisible();
  await form.getByRole('button', { name: /Join|Try Again/ }).click();
  await expect(form.getByRole('button', { name: 'Inquiry Sent!' })).toBeVisible();
  await expect(failure).toBeHidden();
  expect(await sentBy(service, 'retreat_inquiries', name)).toMatchObject([
    { message: 'I have never climbed.' },
  ]);
});

test('six activities, six gains and two who lead, in Arabic', async ({ page }) => {
  await page.goto('/retreat?lang=ar');
  for (const [title, count] of [
    ['ستة أنشطة', 6],
    ['ست فوائد', 6],
    ['مؤطِّران اثنان', 2],
  ] as const) {
    const section = page.getByRole('region', { name: title });
    // oxlint-disable-next-line no-await-in-loop
    await expect(section.getByRole('listitem')).toHaveCount(count);
  }
  await expect(page.getByText('من 7 إلى 9 نونبر 2025')).toBeVisible();
});
