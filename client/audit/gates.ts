import type { Measures } from './lighthouse.ts';

type Gate = { name: keyof Measures; passes: (value: number) => boolean; want: string };

/**
 * What every page must reach (design/site.md section 5). Blocking time is only shown: on cores that
 * are shared with others it measures them.
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

/** What a page misses, in words; nothing where it passes. A measure that is not there is no miss. */
export const missesOf = (measures: Measures): string[] =>
  gates.flatMap(({ name, passes, want }) => {
    const value = measures[name];
    return value === null || passes(value) ? [] : [`${name} is ${value}, wanted ${want}`];
  });
