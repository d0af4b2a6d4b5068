import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { Failure, Loading } from '@/kit/ui.tsx';
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
  const views = [
    ['rights', t.rights],
    ['findings', t.findings(found.data?.findings.length ?? 0)],
    ['explain', t.explainer],
    ...(found.data?.tests ? [['tests', t.tests(found.data.tests.length)]] : []),
  ];
  return (
    <section className="page">
      <header className="bar">
        <h1>{t.policies}</h1>
        <div className="tabs" role="tablist">
          {views.map(([name, label]) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={view === name}
              onClick={() => setSearch({ view: name ?? '' }, { replace: true })}
            >
              {label}
            </button>
          ))}
        </div>
      </header>
      <Failure error={found.error} />
      {found.isPending ? (
        <Loading />
      ) : found.data ? (
        <Suspense fallback={<Loading />}>
          {view === 'findings' ? (
            <Findings findings={found.data.findings} />
          ) : view === 'explain' ? (
            <Explainer tables={found.data.tables} />
          ) : view === 'tests' && found.data.tests ? (
            <Tests files={found.data.tests} tables={found.data.tables} />
          ) : (
            <Rights matrix={found.data} />
          )}
        </Suspense>
      ) : null}
    </section>
  );
}
