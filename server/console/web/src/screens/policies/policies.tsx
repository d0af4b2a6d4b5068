import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { Loaded, Loading, Tabs } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { matrix } from './api.ts';
import { Findings } from './findings.tsx';
import { Rights } from './rights.tsx';

const Explainer = lazy(async () => ({ default: (await import('./explainer.tsx')).Explainer }));
const Tests = lazy(async () => ({ default: (await import('./tests.tsx')).Tests }));

/** The rights of each role, what looks wrong with them, tests, and the explainer. The address has the view. */
export function PoliciesScreen() {
  const [search, setSearch] = useSearchParams();
  const view = search.get('view') ?? 'rights';
  const found = useQuery(matrix);
  const views: [string, string][] = [
    ['rights', t.rights],
    ['findings', t.findings(found.data?.findings.length ?? 0)],
    ['explain', t.explainer],
    ...(found.data?.tests
      ? [['tests', t.tests(found.data.tests.length)] satisfies [string, string]]
      : []),
  ];
  return (
    <section className="page">
      <header className="bar">
        <h1>{t.policies}</h1>
        <Tabs
          tabs={views}
          shown={view}
          onShow={(name) => setSearch({ view: name }, { replace: true })}
        />
      </header>
      <Loaded query={found}>
        {(there) => (
          <Suspense fallback={<Loading />}>
            {view === 'findings' ? (
              <Findings findings={there.findings} />
            ) : view === 'explain' ? (
              <Explainer tables={there.tables} />
            ) : view === 'tests' && there.tests ? (
              <Tests files={there.tests} tables={there.tables} />
            ) : (
              <Rights matrix={there} />
            )}
          </Suspense>
        )}
      </Loaded>
    </section>
  );
}
