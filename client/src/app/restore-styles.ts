/**
 * Gives the elements of a prerendered page their inline styles, which the renderer has replaced by rules of a
 * stylesheet (style-attributes.ts): React expects them when it hydrates, and updates them later. The
 * Content-Security-Policy allows styles that a script sets.
 */
export function restoreStyles(): void {
  const sheet = document.querySelector<HTMLStyleElement>('style[data-attributes]')?.sheet;
  for (const rule of sheet?.cssRules ?? []) {
    if (!(rule instanceof CSSStyleRule)) continue;
    const elements = document.querySelectorAll<HTMLElement>(rule.selectorText);
    for (const element of elements) {
      element.style.cssText = rule.style.cssText;
      delete element.dataset['style'];
    }
  }
}
