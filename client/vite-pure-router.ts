import type { Plugin } from 'vite';

const library = /node_modules\/react-router\/dist\/.*\.m?js$/;

/**
 * Lets the bundler leave out what the site does not use of react-router (its Link, forms and fetchers,
 * with what they bring along: 6 kB gzip). Names that are set on them for the developer tools, and calls
 * that are not marked as free of effects, would keep them.
 */
export const pureRouter = (): Plugin => ({
  name: 'toubkal-pure-router',
  apply: 'build',
  transform(code, id) {
    if (!library.test(id)) return null;
    const pure = code
      .replaceAll(/^[\w$]+\.displayName = .*;$/gm, '')
      .replaceAll(/= ([\w$]+\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1');
    return { code: pure, map: null };
  },
});
