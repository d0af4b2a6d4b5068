import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The results of one Lighthouse run. Times in ms, sizes in bytes. */
export type Measures = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Null where this Lighthouse has no such category. */
  agentic: number | null;
  fcp: number;
  lcp: number;
  cls: number;
  tbt: number;
  bytes: number;
  script: number;
};

type Report = {
  categories: Record<string, { score: number | null } | undefined>;
  audits: Record<string, Audit | undefined>;
};
type Audit = {
  numericValue?: number;
  score: number | null;
  title: string;
  details?: { items?: { resourceType?: string; transferSize?: number }[] };
};

const chrome = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
// As root Chromium needs --no-sandbox; the other flags are for small machines.
const flags = '--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage';

const attempts = 3;

/** One run with the mobile preset: a mid-range phone on slow 4G, as Lighthouse simulates it. */
export async function measure(url: string): Promise<{ measures: Measures; failed: string[] }> {
  const report = await reportOn(url);
  return { measures: measuresOf(report), failed: failedIn(report) };
}

// Chromium sometimes records no trace (NO_NAVSTART): the run is repeated.
async function reportOn(url: string, attempt = 1): Promise<Report> {
  const args = [url, '--quiet', '--output=json', `--chrome-flags=${flags}`];
  const options = { env: { ...process.env, CHROME_PATH: chrome }, maxBuffer: 64 << 20 };
  try {
    return JSON.parse((await run('lighthouse', args, options)).stdout);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (attempt === attempts) throw new Error(`${url}: ${reason.slice(0, 500)}`, { cause: error });
    console.warn(`retry ${url}: ${reason.split('\n').find((line) => line.includes('rror')) ?? ''}`);
    return reportOn(url, attempt + 1);
  }
}

function measuresOf({ categories, audits }: Report): Measures {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details?.items ?? [];
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script');
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    agentic: categories['agentic-browsing'] === undefined ? null : score('agentic-browsing'),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    bytes: value('total-byte-weight'),
    script: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
  };
}

// The failed audits by name.
const failedIn = ({ audits }: Report) =>
  Object.entries(audits).flatMap(([id, audit]) =>
    audit !== undefined && audit.score === 0 ? [`${id}: ${audit.title}`] : [],
  );

/** The median run, by score and then by LCP. */
export function medianOf(runs: Measures[]): Measures {
  const ranked = runs.toSorted((a, b) => b.performance - a.performance || a.lcp - b.lcp);
  const middle = ranked[Math.floor((runs.length - 1) / 2)];
  if (middle === undefined) throw new Error('no runs');
  return middle;
}
