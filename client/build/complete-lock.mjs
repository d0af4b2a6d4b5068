// Completes package-lock.json: `npm run lock` after every change of the dependencies.
//
// npm omits an optional package (a binary for another platform) that the registry does not have, and
// `npm ci` then fails on every machine. The parents list each one with its exact version, so the entries
// can be written; npm installs only those for its platform.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** The entries that are missing in `lock`, by their path in it. */
export function missingFrom(lock) {
  const missing = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const found = [`${path}/node_modules/${name}`, `node_modules/${name}`].some(
        (at) => at in lock.packages,
      );
      if (!found) missing[`node_modules/${name}`] = entryOf(name, version, entry);
    }
  }
  return missing;
}

function entryOf(name, version, parent) {
  const parts = name.split(/[/-]/);
  const platform = {
    cpu: processors.filter((processor) => parts.includes(processor)),
    os: systems.filter((system) => parts.includes(system)),
  };
  return {
    version,
    ...(platform.cpu.length > 0 && { cpu: platform.cpu }),
    ...(parent.dev && { dev: true }),
    optional: true,
    ...(platform.os.length > 0 && { os: platform.os }),
  };
}

function main() {
  const file = new URL('../package-lock.json', import.meta.url);
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingFrom(lock);
  const all = Object.entries({ ...lock.packages, ...missing });
  lock.packages = Object.fromEntries(all.toSorted(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.warn(`${Object.keys(missing).length} optional packages added to package-lock.json`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main();
