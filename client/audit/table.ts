import type { Measures } from './lighthouse.ts';

/** A page as the table names it, with its median run. */
export type Row = { page: string; measures: Measures };

const kilobytes = (bytes: number) => String(Math.round(bytes / 1000));
const seconds = (ms: number) => (ms / 1000).toFixed(2);

const columns: { title: string; of: (measures: Measures) => string }[] = [
  { title: 'perf', of: ({ performance }) => String(performance) },
  { title: 'a11y', of: ({ accessibility }) => String(accessibility) },
  { title: 'best', of: ({ bestPractices }) => String(bestPractices) },
  { title: 'SEO', of: ({ seo }) => String(seo) },
  { title: 'agentic', of: ({ agentic }) => String(agentic ?? '-') },
  { title: 'FCP s', of: ({ fcp }) => seconds(fcp) },
  { title: 'LCP s', of: ({ lcp }) => seconds(lcp) },
  { title: 'CLS', of: ({ cls }) => cls.toFixed(3) },
  { title: 'TBT ms', of: ({ tbt }) => String(Math.round(tbt)) },
  { title: 'script kB', of: ({ script }) => kilobytes(script) },
  { title: 'all kB', of: ({ bytes }) => kilobytes(bytes) },
];

/** The results as a Markdown table. */
export function tableOf(rows: Row[]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['page', ...columns.map(({ title }) => title)]),
    line(['---', ...columns.map(() => '---:')]),
    ...rows.map(({ page, measures }) => line([page, ...columns.map(({ of }) => of(measures))])),
  ].join('\n');
}
