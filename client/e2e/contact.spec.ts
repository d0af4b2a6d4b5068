import { expect, test } from './fixtures';

test('a message in French reaches the desk', async ({ page, service, anon, name }) => {
  await page.goto('/contact?lang=fr');
  const form = page.getByRole('form', { name: 'Envoyer un message' });
  await form.getByLabel('Nom').fill(name);
  await form.getByLabel('E-mail').fill('amine@example.org');
  await form.getByLabel('Organisation').fill('Lycée Descartes');
  await form.getByLabel('Sujet').selectOption('media');
  await form.getByLabel('Message').fill('Bonjour, j’aimerais vous interviewer.');
  await form.getByRole('button', { name: 'Envoyer le message' }).click();
  await expect(form.getByRole('button', { name: 'Message envoyé !' })).toBeVisible();
  await expect(form.getByLabel('Nom')).toHaveValue('');

  const { data } = await service
    .from('contact_submissions')
    .select('*')
    .eq('name', name)
    .throwOnError();
  expect(data).toMatchObject([
    {
      email: 'amine@example.org',
      subject: 'Media Interview - Lycée Descartes',
      message: 'Bonjour, j’aimerais vous interviewer.',
      source_page: 'contact',
      status: 'new',
    },
  ]);
  const seen = await anon.from('contact_submissions').select('*').eq('name', name);
  expect(seen.data ?? []).toEqual([]);
});
