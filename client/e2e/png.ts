import type { Page } from '@playwright/test';

/** A PNG that the browser of a test draws: a gradient from a colour to white. */
export async function pngOf(
  page: Page,
  name: string,
  { colour = 'teal', width = 600, height = 400 } = {},
) {
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
