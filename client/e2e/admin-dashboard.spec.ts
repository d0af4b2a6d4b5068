import { makeOrder } from './backend';
import { expect, test } from './fixtures';

test.use({ who: 'admin' });

test('what comes in shows by itself, and in the title', async ({ page, service, name }) => {
  await makeOrder(service, `${name} early`);
  await page.goto('/admin/dashboard?lang=en');
  const latest = page.getByRole('region', { name: 'Latest' });
  const early = latest.getByRole('link').filter({ hasText: `${name} early` });
  await expect(early).toBeVisible();
  await expect(early.getByText('New')).toBeHidden(); // on the first visit everything is old
  await makeOrder(service, `${name} late`);
  const late = latest.getByRole('link').filter({ hasText: `${name} late` });
  await expect(late.getByText('New')).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\+?\) Dashboard$/);
  await latest.getByRole('button', { name: 'Mark all as seen' }).click();
  await expect(late.getByText('New')).toBeHidden();
});

test('counts, days, steps and who waits are those of the database', async ({
  page,
  service,
  name,
}) => {
  const order = await makeOrder(service, name);
  await service.from('book_orders').update({ confirmed: true }).eq('id', order.id).throwOnError();
  await service
    .from('contact_submissions')
    .insert({
      name,
      email: 'reader@example.org',
      subject: 'General Inquiry',
      message: 'Since the day before yesterday',
      created_at: new Date(Date.now() - 50 * 3_600_000).toISOString(),
    })
    .throwOnError();
  const heads = page.waitForRequest(
    (request) => request.method() === 'HEAD' && request.url().includes('/speaking_inquiries'),
  );
  await page.goto('/admin/dashboard?lang=en');
  expect((await heads).headers()['prefer']).toContain('count=exact');

  await page.getByText('As a table').click();
  // Other tests order, too: there is at least the order of this one, of today or, at midnight, yesterday.
  const lately = page.getByRole('row').filter({ hasText: /[1-9]\d* MAD/ });
  await expect(lately.first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Confirmed [1-9]/ })).toBeVisible();
  const waiting = page.getByRole('region', { name: 'Waiting for an answer' });
  await expect(waiting.locator('[data-age="overdue"]').first()).toBeVisible();
});
