import type { BuildEnvironmentOptions, Rolldown } from 'vite';

/** Options of both builds: target browsers and preloads. */
export const output = {
  target: 'es2023',
  // light-dark() must not be rewritten, else it ignores scheme-dark blocks.
  cssTarget: ['chrome125', 'safari18', 'firefox128'],
  modulePreload: { polyfill: false },
  // The site lazy-loads some modules that the back-office imports statically.
  rolldownOptions: { checks: { ineffectiveDynamicImport: false, bundlerTimings: false } },
} satisfies BuildEnvironmentOptions;

/** The libraries that an entry begins with, in a file of their own: they change less often than the site. */
export const vendor: Rolldown.CodeSplittingGroup = {
  name: 'vendor',
  test: /node_modules/,
  tags: ['$initial'],
  priority: 1,
};
