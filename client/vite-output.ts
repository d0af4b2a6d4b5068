import type { BuildEnvironmentOptions } from 'vite';

/** Options of both builds: target browsers and preloads. */
export const output = {
  target: 'es2023',
  // light-dark() must not be rewritten, else it ignores scheme-dark blocks.
  cssTarget: ['chrome125', 'safari18', 'firefox128'],
  // A document lists its scripts (scripts/prerender.ts), and links prefetch theirs: the preload lists of
  // dynamic imports are not needed.
  modulePreload: {
    polyfill: false,
    resolveDependencies: (_file, needed, { hostType }) =>
      hostType === 'html' ? needed : needed.filter((name) => name.endsWith('.css')),
  },
  // The site lazy-loads some modules that the back-office imports statically.
  rolldownOptions: { checks: { ineffectiveDynamicImport: false, bundlerTimings: false } },
} satisfies BuildEnvironmentOptions;
