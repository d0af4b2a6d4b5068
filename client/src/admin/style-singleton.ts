import { useEffect } from 'react';

/**
 * Replaces react-style-singleton (vite.admin.config.ts), with which the dialogs of Radix lock the scrolling
 * of the page. That package adds a style element, which the Content-Security-Policy blocks; it does not
 * restrict constructed stylesheets. The styles of the first of several components apply.
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return function Style({ styles }: { styles: string }): null {
    useEffect(() => {
      users += 1;
      if (users === 1) {
        sheet ??= new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      return () => {
        users -= 1;
        if (users > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      };
    }, [styles]);
    return null;
  };
}
