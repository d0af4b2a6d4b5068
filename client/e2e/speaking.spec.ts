import { expect, test } from './fixtures';
import { fillIn, sentBy } from './inquiry';

test(
  'the talks are those of the table; one is chosen on its card and asked for beside it',
  { tag: '@phone' },
  async ({ page, service, name }) => {
    const { data: topic } = await service
      .from('speaking_topics')
      .select('slug, title_en')
      .order('display_order')
      .limit(1)
      .single()
      .throwOnError();
    await page.goto('/speaking?lang=en');
    const titles = page.getByRole('main').getByRole('heading', { level: 3 });
    await expect(titles.first()).toHaveText(topic.title_en);
    await expect(page.getByRole('heading', { name: 'Key outcomes' })).toHaveCount(4);
    await page.getByRole('button', { name: /^Choose this talk.*Risk as a Discipline/ }).click();
    await expect(
      page.getByRole('button', { name: /^Chosen.*Risk as a Discipline/ }),
    ).toHaveAttribute('aria-pressed', 'true');
    const form = page.getByRole('form', { name: 'Request a talk' });
    await expect(form.getByLabel('Talk (optional)')).toHaveValue('risk-as-a-discipline');
    await fillIn(form, {
      'Date (optional)': '2027-03-08',
      'Audience size (optional)': '200',
      Name: name,
      'E-mail': 'amal@example.org',
      'Organization (optional)': 'Atlas Works',
      Message: 'Our yearly meeting.',
    });
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByRole('button', { name: 'Message Sent!' })).toBeVisible();
    await expect(form.getByLabel('Talk (optional)')).toHaveValue('');
    await expect(page.getByRole('button', { name: /^Chosen/ })).toHaveCount(0);

    expect(await sentBy(service, 'contact_submissions', name)).toMatchObject([
      {
        subject: 'Speaking Engagement - Atlas Works',
        message:
          'Talk: Risk as a Discipline\nDate: 2027-03-08\nAudience size: 200\n\nOur yearly meeting.',
        source_page: 'contact',
        status: 'new',
      },
    ]);
  },
);

test('a talk can be chosen by keyboard', async ({ page }) => {
  await page.goto('/speaking?lang=ar');
  const card = page.getByRole('button', { name: /بناء فرق صامدة/ });
  await card.focus();
  await page.keyboard.press('Space');
  await expect(page.getByLabel('المحاضرة (اختياري)')).toHaveValue('building-resilient-teams');
  await page.getByLabel('المحاضرة (اختياري)').selectOption('');
  await expect(card).toHaveAttribute('aria-pressed', 'false');
});

test('both PDFs can be downloaded', async ({ page, request }) => {
  await page.goto('/speaking?lang=fr');
  for (const label of ['Télécharger le kit média', 'Fiche conférencière d’une page']) {
    // One after the other: the PDFs are rendered on request.
    // oxlint-disable-next-line no-await-in-loop
    const href = await page.getByRole('link', { name: label }).last().getAttribute('href');
    // oxlint-disable-next-line no-await-in-loop
    const answer = await request.get(href ?? '');
    expect(answer.headers()['content-type']).toContain('application/pdf');
  }
});
