import { expect, test } from '../fixtures';
import { visit } from '../visit';

const heading = { level: 1 } as const;

test.describe('a page whose script fails to load', () => {
  // Without the service worker, which would answer from its cache.
  test.use({ serviceWorkers: 'block' });
});

test('the first paint needs no request for data', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visit(page, '/expeditions?lang=en');
  await expect(page.getByRole('heading', heading)).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/rest/'))).toEqual([]);
  expect(asked.filter((path) => path.includes('supabase'))).toEqual([]);
});
