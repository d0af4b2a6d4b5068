import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';

/** What only the back-office may load; the public site reaches none of it, at no time. */
export const backOfficeLibraries = [
  '@tiptap/',
  'prosemirror-',
  'radix-ui/',
  '@radix-ui/',
  '@dnd-kit/',
  'cmdk/',
  'react-hook-form/',
  '@hookform/',
  'zod/',
  '@tanstack/react-table',
  '@tanstack/table-core',
  'papaparse/',
  'd3-shape/',
  'd3-scale/',
  'lucide-react/',
];

type Chunk = {
  file: string;
  src?: string;
  name?: string;
  imports?: string[];
  dynamicImports?: string[];
};
type Manifest = Record<string, Chunk>;

const readManifest = (dist: string, name: 'manifest' | 'admin'): Manifest =>
  JSON.parse(readFileSync(join(dist, `.vite/${name}.json`), 'utf8'));

/** The chunks of a source, with what they import, and with what they may load later where that is asked. */
function chunksOf(manifest: Manifest, source: string, withLater: boolean): Chunk[] {
  const seen = new Map<string, Chunk>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) return;
    seen.set(name, chunk);
    const { imports = [], dynamicImports = [] } = chunk;
    [...imports, ...(withLater ? dynamicImports : [])].forEach(visit);
  };
  visit(source);
  return [...seen.values()];
}

const ofTheBackOffice = /^src\/(admin|pages\/admin|features\/admin-[\w-]+)\/|^src\/app\/admin-main/;

/** What of the back-office the public site may load, a line each; none where all is well. */
export function strangersIn(dist: string): string[] {
  const site = chunksOf(readManifest(dist, 'manifest'), 'index.html', true);
  const admin = chunksOf(readManifest(dist, 'admin'), 'admin.html', true);
  const ofAdmin = new Set(admin.map(({ file }) => file));
  const named = site.filter(({ src = '' }) => ofTheBackOffice.test(src));
  // Words that both say are one file by their hash.
  const shared = site.filter(
    ({ file }) => ofAdmin.has(file) && kilobytes(dist, file) > sharedKilobytes,
  );
  return [
    ...named.map(({ src = '' }) => `the public site may load ${src}`),
    ...shared.map(({ file }) => `the public site shares ${file} with the back-office`),
  ];
}

const sharedKilobytes = 10;

/** Compressed, to one decimal. */
const kilobytes = (dist: string, file: string): number =>
  Math.round(gzipSync(readFileSync(join(dist, file))).length / 100) / 10;

/** What the first screens load, in kB of compressed script. */
export function firstLoads(dist: string): { page: string; files: number; kilobytes: number }[] {
  const manifest = readManifest(dist, 'admin');
  const screens = Object.keys(manifest).filter((name) =>
    /^src\/pages\/admin\/[\w-]+-page\.tsx$/.test(name),
  );
  return [['admin.html'], ...screens.map((screen) => ['admin.html', screen])].map((sources) => {
    const files = new Set(
      sources.flatMap((source) => chunksOf(manifest, source, false).map(({ file }) => file)),
    );
    const sizes = [...files]
      .filter((file) => file.endsWith('.js'))
      .map((file) => kilobytes(dist, file));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    return {
      page: sources.at(-1) ?? '',
      files: sizes.length,
      kilobytes: Math.round(total * 10) / 10,
    };
  });
}
