import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

test.use({ who: 'admin' });

/** A PNG that the browser of the test draws: a gradient with the colour at the top. */
async function png(page: Page, name: string, colour: string, width = 600, height = 400) {
  const base64 = await page.evaluate(
    ([fill, w, h]) => {
      const canvas = document.createElement('canvas');
      canvas.width = w;
      canvas.height = h;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      const gradient = context.createLinearGradient(0, 0, 0, h);
      gradient.addColorStop(0, fill);
      gradient.addColorStop(1, 'white');
      context.fillStyle = gradient;
      context.fillRect(0, 0, w, h);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [colour, width, height] as const,
  );
  return { name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

const input = (page: Page) => page.locator('input[type=file][multiple]');

for (const width of [360, 1440]) {
  test(`pictures are added, described, replaced and deleted at ${width} px`, async ({
    page,
    service,
    name,
    complaints,
  }) => {
    complaints.expect(/Failed to load resource|Failed to fetch|ERR_FAILED|status of (400|404|409)/);
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/admin/media?lang=en');
    const uploads = page.getByRole('list', { name: 'Uploads' });
    const grid = page.getByRole('list', { name: 'Pictures' });

    await test.step('of two at once one fails, and is sent again', async () => {
      let uploadsSeen = 0;
      await page.route('**/storage/v1/object/media/**', async (route) => {
        uploadsSeen += 1;
        await (uploadsSeen === 1 ? route.abort() : route.continue());
      });
      await input(page).setInputFiles([
        await png(page, `${name} a.png`, 'teal'),
        await png(page, `${name} b.png`, 'maroon'),
      ]);
      await expect(uploads.getByText('Not added.')).toHaveCount(1);
      await expect(uploads.getByText('Added', { exact: true })).toHaveCount(1);
      await uploads.getByRole('button', { name: /^Try again/ }).click();
      await expect(uploads.getByText('Added', { exact: true })).toHaveCount(2);
      await expect(grid.getByRole('button', { name: `${name} a.png` })).toBeVisible();
      await expect(grid.getByRole('button', { name: `${name} b.png` })).toBeVisible();
      await page.unroute('**/storage/v1/object/media/**');
    });

    await test.step('a file that is no picture is refused in words', async () => {
      await input(page).setInputFiles({
        name: `${name}.heic`,
        mimeType: 'image/heic',
        buffer: Buffer.from('not read'),
      });
      await expect(uploads.getByText(/^This browser cannot read HEIC/)).toBeVisible();
    });

    const before = await service
      .from('pictures')
      .select('id, path, width, height, bytes, content_type, placeholder')
      .eq('name', `${name} a.png`)
      .single()
      .throwOnError();
    expect(before.data).toMatchObject({ width: 600, height: 400, content_type: 'image/jpeg' });
    expect(before.data.placeholder).toMatch(/^data:image\/jpeg;base64,/);

    await grid.getByRole('button', { name: `${name} a.png` }).click();
    const drawer = page.getByRole('dialog', { name: `${name} a.png` });
    await test.step('it is described, tagged, and its focal point moved by the keyboard', async () => {
      await drawer.getByLabel('What the picture shows (English)').fill(`${name} at dawn`);
      await drawer.getByLabel('Tags').fill('Snow, ridge');
      await drawer.getByRole('button', { name: 'Focal point' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(drawer.getByText('52 % from the left, 50 % from the top')).toBeVisible();
      await drawer.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Picture saved.')).toBeVisible();
    });

    const described = page.getByRole('dialog', { name: `${name} at dawn` });
    await test.step('another file takes its place, at a new address', async () => {
      await described
        .locator('input[type=file]')
        .setInputFiles(await png(page, 'c.png', 'navy', 300, 300));
      await page.getByRole('alertdialog').getByRole('button', { name: 'Replace file' }).click();
      await expect(page.getByText('Picture replaced everywhere.')).toBeVisible();
      await expect(described.getByText('300 × 300')).toBeVisible();
      const after = await service
        .from('pictures')
        .select('path, alt_en, tags, focal_x')
        .eq('id', before.data.id)
        .single()
        .throwOnError();
      expect(after.data.path).not.toBe(before.data.path);
      expect(after.data).toMatchObject({ alt_en: `${name} at dawn`, tags: ['snow', 'ridge'] });
      const gone = await page.request.get(`/storage/v1/object/public/media/${before.data.path}`);
      expect(gone.status()).toBeGreaterThanOrEqual(400);
    });

    const slug = name.toLowerCase().replace(' ', '-');
    const title = `${name} Peak`;
    const expedition = () =>
      service.from('expeditions').select('picture_id').eq('slug', slug).single().throwOnError();
    await test.step('the form of an expedition chooses it', async () => {
      const peak = { slug, name_en: title, year: 2026, continent: 'Asia', country: 'Nepal' };
      const { data } = await service
        .from('expeditions')
        .insert({ ...peak, published: false })
        .select('id')
        .single()
        .throwOnError();
      await page.goto(`/admin/expeditions?lang=en&open=${data.id}`);
      const form = page.getByRole('dialog', { name: title });
      const field = form.getByRole('group', { name: 'Picture of the library' });
      await expect(field.getByText('No picture chosen')).toBeVisible();
      const choose = field.getByRole('button', { name: 'Choose a picture' });
      const library = page.getByRole('dialog', { name: 'Choose a picture' });

      await choose.press('Enter');
      await expect(library).toBeVisible();
      await page.keyboard.press('Escape'); // closes the library, and not the drawer
      await expect(library).toBeHidden();
      await expect(choose).toBeFocused();

      await choose.press('Enter');
      await input(page).setInputFiles(await png(page, `${name} d.png`, 'olive'));
      const pictures = library.getByRole('list', { name: 'Pictures' });
      await expect(pictures.getByRole('button', { name: `${name} d.png` })).toBeVisible();
      await library.getByRole('searchbox').fill(`${name} at dawn`);
      await library.getByRole('searchbox').press('Enter');
      await expect(pictures.getByRole('button')).toHaveCount(1);
      expect(await library.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(
        true,
      );
      await library.getByRole('button', { name: `${name} at dawn` }).press('Enter');
      await expect(library).toBeHidden();
      await expect(field.getByText(`${name} at dawn`)).toBeVisible();
      await expect(field.getByRole('button', { name: 'Change the picture' })).toBeFocused();
      expect((await expedition()).data.picture_id).toBeNull();

      const gallery = form.getByRole('region', { name: 'Gallery' });
      const shown = async () => {
        const { data: rows } = await service
          .from('expedition_pictures')
          .select('picture_id')
          .eq('expedition_id', data.id)
          .throwOnError();
        return rows.length;
      };
      await gallery.getByRole('button', { name: 'Add a picture' }).press('Enter');
      await library.getByRole('button', { name: `${name} d.png` }).press('Enter');
      const row = gallery
        .getByRole('list', { name: 'Pictures of the gallery' })
        .getByRole('listitem');
      await expect(row).toContainText(`${name} d.png`);
      await expect.poll(shown).toBe(1);
      await row.getByRole('button', { name: /^Remove .* from the gallery$/ }).press('Enter');
      await expect(gallery.getByText('No pictures yet.')).toBeVisible();
      await expect(gallery.getByRole('button', { name: 'Add a picture' })).toBeFocused();
      await expect.poll(shown).toBe(0);

      await form.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Expedition saved.')).toBeVisible();
      expect((await expedition()).data.picture_id).toBe(before.data.id);
    });

    await test.step('a picture that is shown is not deleted, and the message names where', async () => {
      await page.goto(`/admin/media?lang=en&open=${before.data.id}`);
      await described.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText(`Remove it first from: ${title}`)).toBeVisible();
      await service.from('expeditions').delete().eq('slug', slug).throwOnError();
      await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
      await described.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText(`“${name} at dawn” is deleted.`)).toBeVisible();
      await expect(grid.getByRole('button', { name: `${name} at dawn` })).toBeHidden();
    });

    await test.step('the page does not scroll sideways', async () => {
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true);
    });
  });
}
