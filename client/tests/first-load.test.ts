import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { backOfficeLibraries } from '../audit/bundle';
import { publicGroups } from '../vite-site-messages';

// Bytes, gzip: what is loaded before the first page can be used, its messages included.
// Photographs took 1,100 of script and 700 of style, the classes of focal points.
// The theme and the header that comes back took 700 of script and 200 of style.
// The rows that a page waits for took 300.
// The generator of mountains without a shape, 2,000, is loaded by the pages that have one.
const scriptBudget = 123_200;
const styleBudget = 16_900; // of it 840 for the heroes, in a file of their own
const scriptFiles = 6; // requests: the entry, libraries, frame, page, messages, and the bundler's runtime

// The same for a signed-in admin's screen: shell, screen, messages in English and supabase-js.
const screenFiles = 12;
const screenBudgets = [
  { page: 'book-orders-page', messages: 'admin-orders', budget: 160_000 },
  { page: 'dashboard-page', messages: 'admin-dashboard', budget: 163_500 },
  { page: 'inbox-pages', messages: 'admin-inbox', budget: 183_000 },
  // Its form; TipTap is loaded beside it, and both have 280_000.
  { page: 'blog-editor-page', messages: 'admin-blog', budget: 160_500 },
];
const textBudget = 119_100;

let chunks: Map<string, Rolldown.OutputChunk>;
/** The names of the back-office's chunks. */
let adminChunks: Set<string>;
let styles: Map<string, string>;

async function built(configFile: string): Promise<Rolldown.RolldownOutput['output'][number][]> {
  const root = join(import.meta.dirname, '..');
  const result = await build({
    root,
    configFile: join(root, configFile),
    logLevel: 'silent',
    build: { write: false },
  });
  const outputs = Array.isArray(result) ? result : [result];
  return outputs.flatMap((each) => ('output' in each ? each.output : []));
}

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production'); // vitest's own value would bundle React's development build
  const admin = await built('vite.admin.config.ts');
  adminChunks = new Set(admin.map(({ fileName }) => fileName));
  const all = [...(await built('vite.config.ts')), ...admin];
  chunks = new Map(all.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  styles = new Map(
    all.flatMap((file) =>
      file.type === 'asset' && file.fileName.endsWith('.css')
        ? [[file.fileName, String(file.source)]]
        : [],
    ),
  );
}, 120_000);

/** Chunks and their static imports. */
function closure(starts: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    chunks.get(name)?.imports.forEach(visit);
  };
  starts.forEach(({ fileName }) => visit(fileName));
  return [...seen].flatMap((name) => chunks.get(name) ?? []);
}

const entry = (name: string) =>
  [...chunks.values()].filter((chunk) => chunk.isEntry && chunk.name === name);

const chunkOf = (source: string) =>
  [...chunks.values()].filter((chunk) => chunk.facadeModuleId?.endsWith(source) === true);

const firstLoad = () =>
  closure([
    ...entry('index'),
    ...chunkOf('src/pages/public/home-page.tsx'),
    ...chunkOf('src/i18n/en/site.json'),
  ]);

const modulesOf = (parts: Rolldown.OutputChunk[]) => parts.flatMap((part) => part.moduleIds);

describe('the first load of the site', () => {
  it(`stays within ${scriptBudget} bytes of compressed script, with the home page and its messages`, () => {
    expect(modulesOf(firstLoad()).some((id) => id.endsWith('home-page.tsx'))).toBe(true);
    expect(modulesOf(firstLoad()).some((id) => id.endsWith('site.json'))).toBe(true);
    const bytes = firstLoad().reduce((sum, part) => sum + gzipSync(part.code).length, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(scriptBudget);
  });

  it(`has at most ${scriptFiles} files`, () => {
    expect(firstLoad().length).toBeLessThanOrEqual(scriptFiles);
  });

  it(`has stylesheets of at most ${styleBudget} bytes, compressed`, () => {
    const [first] = entry('index');
    const names = first === undefined ? [] : stylesOf(closure([first]));
    const sizes = names.map((name) => gzipSync(styles.get(name) ?? '').length);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(styleBudget);
  });

  it.each(['@supabase', 'yet-another-react-lightbox', 'canvas-confetti', 'dompurify', 'workbox'])(
    'does not contain %s',
    (library) => {
      expect(modulesOf(firstLoad()).filter((id) => id.includes(library))).toEqual([]);
    },
  );

  it('lazy-loads supabase-js', () => {
    const all = modulesOf([...chunks.values()]);
    expect(all.some((id) => id.includes('@supabase'))).toBe(true);
  });

  it('does not contain another language', () => {
    const own = modulesOf(firstLoad()).filter((id) => /src\/i18n\/(fr|ar)\//.test(id));
    expect(own).toEqual([]);
  });
});

/** Chunks and their static and dynamic imports. */
function reach(starts: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const { imports = [], dynamicImports = [] } = chunks.get(name) ?? {};
    [...imports, ...dynamicImports].forEach(visit);
  };
  starts.forEach(({ fileName }) => visit(fileName));
  return [...seen].flatMap((name) => chunks.get(name) ?? []);
}

const publicReach = () => reach([...entry('index'), ...entry('start')]);

const backOfficeModule = /src\/(admin|pages\/admin|features\/admin-[\w-]+)\/|src\/app\/admin-main/;

describe('the public site with its dynamic imports', () => {
  it('imports every public page', () => {
    const modules = modulesOf(publicReach());
    for (const page of ['home-page', 'book-page', 'post-page', 'contact-page'])
      expect(modules.some((id) => id.endsWith(`${page}.tsx`))).toBe(true);
  });

  it('imports nothing of the back-office', () => {
    expect(modulesOf(publicReach()).filter((id) => backOfficeModule.test(id))).toEqual([]);
  });

  it.each(backOfficeLibraries)('does not import %s', (library) => {
    const inside = `/node_modules/${library}`;
    expect(modulesOf(publicReach()).filter((id) => id.includes(inside))).toEqual([]);
  });

  it('libraries that the back-office imports', () => {
    const all = modulesOf(reach(entry('admin')));
    const used = backOfficeLibraries.filter((library) =>
      all.some((id) => id.includes(`/node_modules/${library}`)),
    );
    expect(used).toEqual(expect.arrayContaining(['@radix-ui/', 'cmdk/', 'lucide-react/']));
  });
});

function stylesOf(parts: Rolldown.OutputChunk[]): string[] {
  const names = parts.flatMap((part) => [...(part.viteMetadata?.importedCss ?? [])]);
  return [...new Set(names)];
}

describe('every part that is loaded later', () => {
  it('is requested again if its import failed', () => {
    const imports = [...chunks.values()].flatMap(({ code }) => [
      ...code.matchAll(/.{0,20}\bimport\([`'"].{0,20}/g),
    ]);
    // Vite wraps an import too. That of loadChunk itself has another address.
    const bare = imports.filter(
      ([text]) => !/\(\(\)=>[\w$]+\(\(\)=>import\(/.test(text) && !text.includes('again='),
    );
    expect(imports.length).toBeGreaterThan(100);
    expect(bare.map(([text]) => text)).toEqual([]);
  });
});

describe('a screen of the back-office', () => {
  // The chunks that hold a module, which may be grouped with others.
  const holding = (source: string) =>
    [...chunks.values()].filter(
      ({ fileName, moduleIds }) =>
        adminChunks.has(fileName) && moduleIds.some((id) => id.endsWith(source)),
    );

  it.each(screenBudgets)(
    '$page stays within $budget bytes of compressed script, in few files',
    ({ page, messages, budget }) => {
      const sources = [
        `src/pages/admin/${page}.tsx`,
        `src/i18n/en/${messages}.json`,
        ...['site', 'admin', 'admin-kit'].map((name) => `src/i18n/en/${name}.json`),
        'src/api/supabase.ts',
      ];
      const parts = closure([...entry('admin'), ...sources.flatMap(holding)]);
      expect(modulesOf(parts)).toEqual(
        expect.arrayContaining(sources.map((source) => expect.stringContaining(source))),
      );
      const bytes = parts.reduce((sum, part) => sum + gzipSync(part.code).length, 0);
      expect(bytes).toBeGreaterThan(150_000);
      expect(bytes).toBeLessThanOrEqual(budget);
      expect(parts.length).toBeLessThanOrEqual(screenFiles);
    },
  );

  it('uses no message that its build leaves out', () => {
    const modules = new Set([...adminChunks].flatMap((name) => chunks.get(name)?.moduleIds ?? []));
    const own = [...modules].filter((id) => /\/src\/.*\.tsx?$/.test(id));
    const key = new RegExp(`['"\`:](${publicGroups.join('|')})\\.`);
    expect(own.length).toBeGreaterThan(300);
    expect(own.filter((id) => key.test(readFileSync(id, 'utf8')))).toEqual([]);
  });

  it(`loads at most ${textBudget} bytes more, in one file, for the rich text`, () => {
    const form = closure([...entry('admin'), ...holding('src/pages/admin/blog-editor-page.tsx')]);
    const text = closure(
      ['rich-text-editor.tsx', 'format-toolbar.tsx'].flatMap((name) =>
        holding(`src/admin/writing/${name}`),
      ),
    ).filter((part) => !form.includes(part));
    expect(modulesOf(text).some((id) => id.includes('/node_modules/prosemirror-view/'))).toBe(true);
    expect(text).toHaveLength(1);
    const bytes = text.reduce((sum, part) => sum + gzipSync(part.code).length, 0);
    expect(bytes).toBeLessThanOrEqual(textBudget);
  });

  it.each([
    'cmdk',
    'papaparse',
    'react-hook-form',
    '@floating-ui',
    'zod',
    'dompurify',
    '@supabase/auth-js',
    '@supabase/realtime-js',
    '@supabase/storage-js',
    '@radix-ui/react-dialog',
    '@radix-ui/react-presence',
    'react-remove-scroll',
  ])('with a list does not begin with %s', (library) => {
    const parts = closure([
      ...entry('admin'),
      ...holding('src/pages/admin/book-orders-page.tsx'),
      ...holding('src/api/supabase.ts'),
    ]);
    expect(modulesOf(parts).filter((id) => id.includes(`/node_modules/${library}/`))).toEqual([]);
  });
});
