import { expect, it } from 'vitest';
import { loadedPage, loadPageAtAddress, routeOf } from './page-modules';

it('loads the page that a visitor has gone back to while another one was loading', async () => {
  window.history.replaceState(null, '', '/media');
  window.history.pushState(null, '', '/privacy');
  const loading = loadPageAtAddress('en');
  window.history.replaceState(null, '', '/media');
  await loading;
  expect(loadedPage(routeOf('/media'))).toBeDefined();
});
