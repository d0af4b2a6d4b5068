import type { BuildEnvironmentOptions } from 'vite';

/** What both builds make alike: for which browsers, and what a document fetches ahead. */
export const output = {
  target: 'es2023',
  // light-dark() must reach the browser as it is: rewritten, it could not follow scheme-dark blocks.
  cssTarget: ['chrome125', 'safari18', 'firefox128'],
  // A page's document names the scripts that it needs (scripts/prerender.ts), and links fetch theirs
  // before they are followed: the list of what each script imports would only be carried along.
  modulePreload: {
    polyfill: false,
    resolveDependencies: (_file, needed, { hostType }) =>
      hostType === 'html' ? needed : needed.filter((name) => name.endsWith('.css')),
  },
  // The site loads some modules late that the back-office has anyway; how long plugins take is no fault.
  rolldownOptions: { checks: { ineffectiveDynamicImport: false, bundlerTimings: false } },
} satisfies BuildEnvironmentOptions;
