// `make audit`: Lighthouse on the key pages of the real program, freshly seeded. Exits with 1 where a
// page misses a gate. Arguments name the pages to look at, such as /book?lang=ar; AUDIT_RUNS is how
// often each is measured (3; the pages in French and Arabic, which are the same ones, once).
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { firstLoads, strangersIn } from './bundle.ts';
import { missesOf } from './gates.ts';
import { measure, medianOf, type Measures } from './lighthouse.ts';
import { withProgram } from './program.ts';
import { tableOf, type Row } from './table.ts';

const keyPages = [
  '/',
  '/story',
  '/expeditions',
  '/achievement/everest',
  '/speaking',
  '/media',
  '/book',
  '/film',
  '/sponsor',
  '/contact',
  '/retreat',
  '/blog',
].map((page) => `${page}?lang=en`);
const inOtherLanguages = ['fr', 'ar'].flatMap((lang) =>
  ['/', '/achievement/everest', '/book'].map((page) => `${page}?lang=${lang}`),
);

const runsOf = (page: string) =>
  Number(process.env['AUDIT_RUNS'] ?? (inOtherLanguages.includes(page) ? 1 : 3));
const asked = process.argv.slice(2);
const rows: Row[] = [];
// The back-office shares nothing heavy with the public site.
const dist = join(import.meta.dirname, '../dist');
const misses: string[] = strangersIn(dist);
for (const { page, files, kilobytes } of firstLoads(dist)) {
  console.warn(`${String(kilobytes).padStart(7)} kB in ${files} files: ${page}`);
}

await withProgram(async (base) => {
  for (const page of asked.length > 0 ? asked : [...keyPages, ...inOtherLanguages]) {
    // One at a time: two would measure each other.
    // oxlint-disable-next-line no-await-in-loop
    const { measures, failed } = await audit(`${base}${page}`, runsOf(page));
    rows.push({ page, measures });
    const missed = missesOf(measures);
    misses.push(...missed.map((miss) => `${page}: ${miss}`));
    console.warn(`${missed.length === 0 ? 'ok  ' : 'MISS'} ${page} ${missed.join('; ')}`);
    if (missed.length > 0) console.warn(failed.map((audited) => `       ${audited}`).join('\n'));
  }
});

async function audit(url: string, runs: number): Promise<{ measures: Measures; failed: string[] }> {
  const all: Measures[] = [];
  const failed = new Set<string>();
  for (let run = 0; run < runs; run++) {
    // oxlint-disable-next-line no-await-in-loop
    const one = await measure(url);
    all.push(one.measures);
    one.failed.forEach((audited) => failed.add(audited));
  }
  return { measures: medianOf(all), failed: [...failed] };
}

const table = tableOf(rows);
console.warn(`\n${table}\n`);
if (asked.length === 0) keep(table);
for (const miss of misses) console.error(miss);
process.exitCode = misses.length === 0 ? 0 : 1;

/** Results stay beside the script, by day, so that a later one can be held against them. */
function keep(results: string): void {
  const folder = join(import.meta.dirname, 'results');
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${day}.md`),
    `# ${day}\n\nLighthouse, mobile preset, median of 3, in French and Arabic one run; ${machine}.\n\n${results}\n`,
  );
}
