import type { Plugin } from 'vite';

const router = /node_modules\/react-router\/dist\/.*\.m?js$/;
const tiptap = /node_modules\/@tiptap\/[\w-]+\/dist\/.*\.js$/;
// Properties of TipTap's extensions for its Markdown extension, as its build formats them.
const markdown =
  /^\t(?:markdown\w+|parseMarkdown|renderMarkdown): (?:\S.*,\n|\S.*\{\n(?:\t\t.*\n|\n)*\t\}\)?,?\n)/gm;

/**
 * Makes react-router and TipTap tree-shakable: removes displayName assignments and marks calls as pure, so that the
 * bundler drops what the site does not use (of the router Link, forms and fetchers, 6 kB gzip; of TipTap lists of
 * tasks, counters and more).
 */
export const pureCalls = (): Plugin => ({
  name: 'toubkal-pure-calls',
  apply: 'build',
  transform(code, id) {
    if (router.test(id)) {
      const pure = code
        .replaceAll(/^[\w$]+\.displayName = .*;$/gm, '')
        .replaceAll(/= ([\w$]+\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1');
      return { code: pure, map: null };
    }
    if (!tiptap.test(id)) return null;
    const pure = code
      .replaceAll(markdown, '')
      .replaceAll(
        /^((?:const|var) [\w$]+ = )((?:(?:Node|Mark|Extension)[\w$]*\.create|new PluginKey)\()/gm,
        '$1/* @__PURE__ */ $2',
      );
    return { code: pure, map: null };
  },
});
