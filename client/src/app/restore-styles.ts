/**
 * Gives the elements of a prerendered page their inline styles, which the renderer has replaced by rules of a
 * stylesheet (style-attributes.ts): React expects them when it hydrates, and updates them later. The
 * Content-Security-Policy allows styles that a script sets.
 */
export function restoreStyles(): void {
  const sheet = document.querySelector<HTMLStyleElement>('style[data-attributes]')?.sheet;
  const rules = Array.from(sheet?.cssRules ?? [], (rule) =>
    rule instanceof CSSStyleRule ? rule.style.cssText : '',
  );
  for (const element of document.querySelectorAll<HTMLElement>('#root [data-style]')) {
    const declarations = rules[Number(element.dataset['style'])]; // the rules are in the order of their numbers
    if (declarations === undefined) continue;
    element.style.cssText = declarations;
    delete element.dataset['style'];
  }
}
