import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Manifest } from '../build/manifest';

const dist = join(import.meta.dirname, '../dist'); // made by `npm run build`
const site = new Manifest(join(dist, '.vite/manifest.json'));
const admin = new Manifest(join(dist, '.vite/admin.json'));

const maxFiles = 20; // each is a request
const styleBytes = 17_000;

/** Bytes, gzip. */
const sizeOf = (files: string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);

const messages = (...names: string[]) => names.map((name) => `src/shared/i18n/en/${name}.json`);
const screen = (page: string, name: string) => [
  'admin.html',
  `src/admin/screens/${page}.tsx`,
  ...messages('site', 'admin', 'admin-kit', name),
];

// What is loaded before a page can be used, its messages in English included. Bytes of JavaScript, gzip. A bound is
// raised with its reason in docs/decisions.md.
const firstLoads = [
  {
    of: 'home',
    manifest: site,
    sources: [
      'src/site/app/start.ts',
      'src/site/app/main.tsx',
      'src/site/pages/home-page.tsx',
      ...messages('site'),
    ],
    bytes: 155_000,
  },
  {
    of: 'the orders',
    manifest: admin,
    sources: screen('book-orders-page', 'admin-orders'),
    bytes: 242_000,
  },
  {
    of: 'the dashboard',
    manifest: admin,
    sources: screen('dashboard-page', 'admin-dashboard'),
    bytes: 250_000,
  },
  {
    of: 'the editor of posts',
    manifest: admin,
    sources: [
      ...screen('blog-editor-page', 'admin-blog'),
      'src/admin/kit/writing/rich-text-editor.tsx',
      'src/admin/kit/writing/format-toolbar.tsx',
    ],
    bytes: 400_000,
  },
];

describe('the first load', () => {
  it.each(firstLoads)(
    'of $of is at most $bytes bytes of JavaScript, in few files',
    ({ manifest, sources, bytes }) => {
      expect(manifest.sources).toEqual(expect.arrayContaining(sources));
      const files = manifest.scriptsOf(sources);
      expect(sizeOf(files)).toBeLessThanOrEqual(bytes);
      expect(files.length).toBeLessThanOrEqual(maxFiles);
    },
  );

  it(`of a public page has at most ${styleBytes} bytes of styles`, () => {
    expect(sizeOf(site.stylesOf(['src/site/app/main.tsx']))).toBeLessThanOrEqual(styleBytes);
  });
});
