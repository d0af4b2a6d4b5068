import type { Page } from '@playwright/test';
import { makePhotograph } from '../../audit/photographs.ts';
import { expect, test } from '../fixtures';
import { reviewWith } from '../inquiry';
import { limitUploads, startNetwork, type Network } from '../slow-network';

// On a phone the network goes in the middle of an upload, and comes back.
test.use({ who: 'admin', viewport: { width: 360, height: 740 } });

const cutOff = /Failed to (load resource|fetch)|ERR_(CONNECTION|EMPTY|SOCKET)|WebSocket|no answer/;
const uploadSpeed = 40_000; // bytes a second

let network: Network;
test.beforeEach(async ({ baseURL }) => void (network = await startNetwork(baseURL ?? '')));
test.afterEach(() => network.stop());

/** A photograph of a few hundred kilobytes, which takes seconds to send. */
async function photographOf(page: Page, name: string) {
  const size = { width: 1600, height: 1200 };
  const { jpeg } = await makePhotograph(page, { motif: 'mountain', ...size, seed: 1 });
  return { name, mimeType: 'image/jpeg', buffer: jpeg };
}

/** Waits until a part of the file was sent, but not all of it. */
const isUnderWay = (progress: ReturnType<Page['getByRole']>) =>
  expect(async () => {
    const part = await progress.evaluate((bar: HTMLProgressElement) => bar.value / bar.max);
    expect(part).toBeGreaterThan(0);
    expect(part).toBeLessThan(1);
  }).toPass();

test('a picture of the library is sent again after the network was cut', async ({
  page,
  service,
  name,
  complaints,
}) => {
  complaints.expect(cutOff);
  await page.goto('/admin/media?lang=en');
  const session = await page.evaluate(() => Object.entries(localStorage));
  await page.goto(`${network.url}/offline?lang=en`);
  await page.evaluate((kept) => {
    for (const [key, value] of kept) localStorage.setItem(key, String(value));
  }, session);
  await page.goto(`${network.url}/admin/media?lang=en`);
  const file = await photographOf(page, `${name}.jpg`);
  await limitUploads(page, uploadSpeed);
  await page.locator('input[type=file][multiple]').setInputFiles(file);
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await isUnderWay(uploads.getByRole('progressbar', { name: 'Sending' }));
  network.cut();
  await expect(uploads.getByRole('alert')).toHaveText(/^Not added\. We could not reach/);
  network.restore();
  await limitUploads(page, -1);
  await uploads.getByRole('button', { name: `Try again: ${name}.jpg` }).click();
  await expect(uploads.getByText('Added', { exact: true })).toBeVisible();
  const { data } = await service.from('pictures').select('bytes, width').eq('name', `${name}.jpg`);
  expect(data).toHaveLength(1);
  expect(data?.[0]?.width).toBe(1600);
});

test('a proof of purchase is sent again after the network was cut', async ({
  visitor,
  service,
  name,
  complaints,
}) => {
  complaints.expect(cutOff);
  const file = await photographOf(visitor, 'receipt.jpg');
  const { dialog, field } = await reviewWith(visitor, network.url, name, file);
  await expect(field.getByRole('img', { name: 'Preview of receipt.jpg' })).toBeVisible();
  await limitUploads(visitor, uploadSpeed);
  await dialog.getByRole('button', { name: 'Send the review' }).click();
  await isUnderWay(field.getByRole('progressbar', { name: 'Sending the file' }));
  network.cut();
  await expect(field.getByText(/^The file was not sent\./)).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Your words' })).toHaveValue('Sober and true.');
  network.restore();
  await limitUploads(visitor, -1);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('Thank you for your review!')).toBeVisible();
  const { data } = await service.from('book_reviews').select('id, proof_path').eq('name', name);
  expect(data).toHaveLength(1);
  expect(data?.[0]?.proof_path).toBe(data?.[0]?.id);
});
