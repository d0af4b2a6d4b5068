// `make audit`: Lighthouse on the key pages of the program, freshly seeded, and then on those with photographs once
// it has some. Exits with 1 if a page misses a limit. Arguments are the pages to audit, such as /book?lang=ar;
// --photographs has only the second stage. AUDIT_RUNS is the number of runs for each page (3; for those in French and
// Arabic 1).
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { measure, medianOf, type Measures } from './lighthouse.ts';
import {
  addPhotographs,
  launchBrowser,
  pagesOfManyPhotographs,
  photographedPages,
} from './photographed-site.ts';
import { withProgram } from './program.ts';
import { measureShift } from './shift.ts';
import { serviceClient } from '../e2e/backend.ts';

type Gate = { name: keyof Measures; passes: (value: number) => boolean; want: string };

/**
 * The limits for every page (design/site.md section 5). Blocking time has none: on shared cores it
 * measures other processes.
 */
const gates: Gate[] = [
  { name: 'performance', passes: (score) => score >= 95, want: '95 or more' },
  { name: 'accessibility', passes: (score) => score === 100, want: '100' },
  { name: 'bestPractices', passes: (score) => score === 100, want: '100' },
  { name: 'seo', passes: (score) => score === 100, want: '100' },
  { name: 'agentic', passes: (score) => score === 100, want: '100' },
  { name: 'lcp', passes: (ms) => ms <= 2200, want: 'at most 2,200 ms' },
  { name: 'cls', passes: (shift) => shift <= 0.02, want: 'at most 0.02' },
];

/** The limits that a page misses, as messages. A null measure passes. */
const missesOf = (measures: Measures): string[] =>
  gates.flatMap(({ name, passes, want }) => {
    const value = measures[name];
    return value === null || passes(value) ? [] : [`${name} is ${value}, wanted ${want}`];
  });

/** A page with its median run. */
type Row = { page: string; measures: Measures };

const inKilobytes = (bytes: number) => String(Math.round(bytes / 1000));
const inSeconds = (ms: number) => (ms / 1000).toFixed(2);

const columns: { title: string; of: (measures: Measures) => string }[] = [
  { title: 'perf', of: ({ performance }) => String(performance) },
  { title: 'a11y', of: ({ accessibility }) => String(accessibility) },
  { title: 'best', of: ({ bestPractices }) => String(bestPractices) },
  { title: 'SEO', of: ({ seo }) => String(seo) },
  { title: 'agentic', of: ({ agentic }) => String(agentic ?? '-') },
  { title: 'FCP s', of: ({ fcp }) => inSeconds(fcp) },
  { title: 'LCP s', of: ({ lcp }) => inSeconds(lcp) },
  { title: 'CLS', of: ({ cls }) => cls.toFixed(3) },
  { title: 'TBT ms', of: ({ tbt }) => String(Math.round(tbt)) },
  { title: 'script kB', of: ({ script }) => inKilobytes(script) },
  { title: 'all kB', of: ({ bytes }) => inKilobytes(bytes) },
];

/** The results as a Markdown table. */
function tableOf(rows: Row[]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['page', ...columns.map(({ title }) => title)]),
    line(['---', ...columns.map(() => '---:')]),
    ...rows.map(({ page, measures }) => line([page, ...columns.map(({ of }) => of(measures))])),
  ].join('\n');
}

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
const requested = process.argv.slice(2).filter((argument) => argument.startsWith('/'));
const onlyPhotographs = process.argv.includes('--photographs');
const rows: Row[] = [];
const misses: string[] = [];

// One at a time, since parallel runs would slow each other down.
// oxlint-disable no-await-in-loop
await withProgram(async (base, dataDir) => {
  if (!onlyPhotographs) {
    const seeded = [...keyPages, ...inOtherLanguages];
    for (const page of requested.length > 0 ? requested : seeded) await check(base, page);
    if (requested.length > 0) return;
  }
  const browser = await launchBrowser();
  try {
    await addPhotographs(await serviceClient(base, dataDir), browser);
    for (const page of requested.length > 0 ? requested : photographedPages) {
      await check(base, page, 'with photographs');
    }
    for (const page of requested.length > 0 ? [] : pagesOfManyPhotographs) {
      for (const width of [360, 1440]) {
        const { value, moved } = await measureShift(browser, `${base}${page}`, width);
        const line = `CLS of ${page} at ${width} px on a slow network: ${value.toFixed(4)}`;
        console.warn(`${line} ${moved}`);
        if (!(value <= 0.02)) misses.push(line);
      }
    }
  } finally {
    await browser.close();
  }
});

/** Audits a page and adds its row and what it misses to the results. */
async function check(base: string, page: string, state = ''): Promise<void> {
  const { measures, failed } = await audit(`${base}${page}`, runsOf(page));
  const name = `${page} ${state}`.trim();
  rows.push({ page: name, measures });
  const missed = missesOf(measures);
  misses.push(...missed.map((miss) => `${name}: ${miss}`));
  console.warn(`${missed.length === 0 ? 'ok  ' : 'MISS'} ${name} ${missed.join('; ')}`);
  if (missed.length > 0) console.warn(failed.map((audited) => `       ${audited}`).join('\n'));
}

async function audit(url: string, runs: number): Promise<{ measures: Measures; failed: string[] }> {
  const all: Measures[] = [];
  const failed = new Set<string>();
  for (let run = 0; run < runs; run++) {
    const one = await measure(url);
    all.push(one.measures);
    one.failed.forEach((audited) => failed.add(audited));
  }
  return { measures: medianOf(all), failed: [...failed] };
}
// oxlint-enable no-await-in-loop

const table = tableOf(rows);
console.warn(`\n${table}\n`);
if (requested.length === 0 && !onlyPhotographs) writeResults(table);
for (const miss of misses) console.error(miss);
process.exitCode = misses.length === 0 ? 0 : 1;

/** Writes the results by day, for later comparison. */
function writeResults(results: string): void {
  const folder = join(import.meta.dirname, 'results');
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, `${day}.md`),
    `# ${day}\n\nLighthouse, mobile preset, median of 3, in French and Arabic one run; ${machine}.\n\n${results}\n`,
  );
}
