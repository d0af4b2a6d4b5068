const attribute = / style="([^"]*)"/g;

/**
 * Replaces the style attributes of HTML that React rendered by rules of a stylesheet, since the
 * Content-Security-Policy blocks them: an element gets the number of its rule as data-style. Its id gives a
 * rule nearly the priority of the attribute. The browser reverses this before it hydrates
 * (restore-styles.ts).
 */
export function extractStyles(html: string): { html: string; css: string } {
  const rules = new Map<string, number>();
  const bare = html.replaceAll(attribute, (_, escaped: string) => {
    const declarations = unescape(escaped);
    const number = rules.get(declarations) ?? rules.size;
    rules.set(declarations, number);
    return ` data-style="${number}"`;
  });
  const css = [...rules].map(([declarations, number]) => {
    if (/[{}<]/.test(declarations)) throw new Error(`not a style: ${declarations}`);
    return `#root [data-style="${number}"]{${declarations}}`;
  });
  return { html: bare, css: css.join('') };
}

const characters: Record<string, string> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** Decodes the entities that React writes. */
const unescape = (text: string): string =>
  text.replaceAll(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => characters[entity] ?? entity);
