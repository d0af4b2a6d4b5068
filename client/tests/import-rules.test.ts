import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sources } from './sources';

type Edge = { from: string; to: string };

// A layer may import the layers below it. ui, art and api import nothing of ours.
const below: Record<string, string[]> = {
  app: ['app', 'pages', 'features', 'api', 'ui', 'art', 'i18n', 'styles', 'sw'],
  // styles: what one page alone needs comes with it
  pages: ['pages', 'features', 'api', 'ui', 'art', 'i18n', 'styles'],
  features: ['features', 'api', 'ui', 'art', 'i18n', 'sw'],
  api: ['api'],
  ui: ['ui'],
  art: ['art'],
  i18n: ['i18n'],
  sw: ['sw'],
};

const layer = (path: string) => path.split('/')[0] ?? '';
const feature = (path: string) => path.split('/').slice(0, 2).join('/');

/** Says what an import breaks, or undefined where it is allowed. */
function broken({ from, to }: Edge): string | undefined {
  if (!below[layer(from)]?.includes(layer(to))) return `${from} must not import ${to}`;
  const twoFeatures = layer(from) === 'features' && layer(to) === 'features';
  return twoFeatures && feature(from) !== feature(to)
    ? `${from} imports another feature: ${to}`
    : undefined;
}

function edgesOf({ path, text }: { path: string; text: string }): Edge[] {
  const imports = text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...imports].map(([, to = '']) => ({
    from: path,
    to: posix.join(posix.dirname(path), to),
  }));
}

describe('imports', () => {
  it('go one way', () => {
    const edges = sources(/(?<!\.test)\.tsx?$/).flatMap(edgesOf);
    expect(edges.length).toBeGreaterThan(50);
    expect(edges.map(broken).filter((complaint) => complaint !== undefined)).toEqual([]);
  });

  const refused: Edge[] = [
    { from: 'ui/button.tsx', to: 'i18n/index' },
    { from: 'api/client.ts', to: 'features/settings/settings' },
    { from: 'features/contact/contact-form.tsx', to: 'pages/public/home-page' },
    { from: 'features/contact/contact-form.tsx', to: 'features/settings/settings' },
    { from: 'pages/public/home-page.tsx', to: 'app/routes' },
  ];
  it.each(refused)('refuse $from -> $to', (edge) => {
    expect(broken(edge)).toBeDefined();
  });
});
