import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sources } from './sources';

type Edge = { from: string; to: string };

// A layer may import the layers below it. ui, art and api import no other layer.
const below: Record<string, string[]> = {
  app: ['app', 'pages', 'features', 'admin', 'api', 'ui', 'art', 'i18n', 'styles', 'sw'],
  // styles: a page imports the styles that only it needs
  pages: ['pages', 'features', 'admin', 'api', 'ui', 'art', 'i18n', 'styles'],
  features: ['features', 'admin', 'api', 'ui', 'art', 'i18n', 'sw'],
  admin: ['admin', 'api', 'ui', 'art', 'i18n'],
  api: ['api'],
  ui: ['ui'],
  art: ['art', 'ui'], // ui/lazy: the generator of the mountains is not part of the first load
  i18n: ['i18n', 'ui'],
  sw: ['sw', 'api'],
  // the pages in the server's interpreter
  render: ['render', 'app', 'features', 'api', 'art', 'i18n'],
};

/** Modules of the back-office, which the public site must not import. */
const isBackOffice = (path: string) =>
  /^(?:admin|pages\/admin|features\/admin-[\w-]+)\/|^app\/admin-/.test(path);

const layer = (path: string) => path.split('/')[0] ?? '';
const feature = (path: string) => path.split('/').slice(0, 2).join('/');

/** Which rule an import violates; undefined if it is allowed. */
function violation({ from, to }: Edge): string | undefined {
  if (!below[layer(from)]?.includes(layer(to))) return `${from} must not import ${to}`;
  if (isBackOffice(to) && !isBackOffice(from)) {
    return `${from} belongs to the public site, ${to} to the back-office`;
  }
  const twoFeatures = layer(from) === 'features' && layer(to) === 'features';
  return twoFeatures && feature(from) !== feature(to)
    ? `${from} imports another feature: ${to}`
    : undefined;
}

function edgesOf({ path, text }: { path: string; text: string }): Edge[] {
  const imports = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+|@\/[^']+)'/g);
  return [...imports].map(([, to = '']) => ({
    from: path,
    to: to.startsWith('@/') ? to.slice(2) : posix.join(posix.dirname(path), to),
  }));
}

describe('imports', () => {
  it('go one way', () => {
    const edges = sources(/(?<!\.test)\.tsx?$/).flatMap(edgesOf);
    expect(edges.length).toBeGreaterThan(1000);
    expect(edges.map(violation).filter((message) => message !== undefined)).toEqual([]);
  });

  it('do not use the links of the router: they add 6 kB that are not needed', () => {
    const links =
      /import \{[^}]*\b(?:Link|NavLink|Form|ScrollRestoration)\b[^}]*\} from 'react-router'/;
    const wrong = sources(/(?<!\.test)\.tsx?$/).filter(({ text }) => links.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  const refused: Edge[] = [
    { from: 'ui/button.tsx', to: 'i18n/index' }, // i18n uses ui/storage, not the reverse
    { from: 'api/client.ts', to: 'features/settings/settings' },
    { from: 'features/contact/contact-form.tsx', to: 'pages/public/home-page' },
    { from: 'features/contact/contact-form.tsx', to: 'features/settings/settings' },
    { from: 'pages/public/home-page.tsx', to: 'app/routes' },
    { from: 'pages/public/home-page.tsx', to: 'admin/confirm' },
    { from: 'features/contact/contact-form.tsx', to: 'admin/form/admin-form' },
    { from: 'features/contact/contact-form.tsx', to: 'pages/admin/screens' },
    { from: 'app/public-pages.tsx', to: 'pages/admin/screens' },
    { from: 'app/main.tsx', to: 'features/admin-auth/admin-session' },
    { from: 'admin/confirm.tsx', to: 'features/admin-auth/use-admin-auth' },
    { from: 'ui/button.tsx', to: 'admin/confirm' },
  ];
  it.each(refused)('refuse $from -> $to', (edge) => {
    expect(violation(edge)).toBeDefined();
  });

  const allowed: Edge[] = [
    { from: 'features/admin-book-orders/order-list.tsx', to: 'admin/list/data-table' },
    { from: 'pages/admin/users-page.tsx', to: 'admin/confirm' },
    { from: 'app/admin-main.tsx', to: 'pages/admin/admin-routes' },
    { from: 'admin/confirm.tsx', to: 'ui/button' },
    { from: 'i18n/language.ts', to: 'ui/storage' },
  ];
  it.each(allowed)('allow $from -> $to', (edge) => {
    expect(violation(edge)).toBeUndefined();
  });
});
