import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';

/** Libraries that only the back-office may load. */
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

/** The chunks of a source with their static imports, optionally also dynamic imports. */
function chunksOf(manifest: Manifest, source: string, withDynamic: boolean): Chunk[] {
  const seen = new Map<string, Chunk>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) return;
    seen.set(name, chunk);
    const { imports = [], dynamicImports = [] } = chunk;
    [...imports, ...(withDynamic ? dynamicImports : [])].forEach(visit);
  };
  visit(source);
  return [...seen.values()];
}

const backOfficeModule =
  /^src\/(admin|pages\/admin|features\/admin-[\w-]+)\/|^src\/app\/admin-main/;

/** Modules and chunks of the back-office that the public site imports, one line each. */
export function backOfficeImports(dist: string): string[] {
  const site = chunksOf(readManifest(dist, 'manifest'), 'index.html', true);
  const admin = chunksOf(readManifest(dist, 'admin'), 'admin.html', true);
  const ofAdmin = new Set(admin.map(({ file }) => file));
  const named = site.filter(({ src = '' }) => backOfficeModule.test(src));
  // Messages with the same content are one file, by their hash.
  const shared = site.filter(
    ({ file }) => ofAdmin.has(file) && kilobytes(dist, file) > sharedKilobytes,
  );
  return [
    ...named.map(({ src = '' }) => `the public site may load ${src}`),
    ...shared.map(({ file }) => `the public site shares ${file} with the back-office`),
  ];
}

const sharedKilobytes = 10;

/** Gzip size, to one decimal. */
const kilobytes = (dist: string, file: string): number =>
  Math.round(gzipSync(readFileSync(join(dist, file))).length / 100) / 10;

/** The scripts of the first screens, gzip, in kB. */
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
