import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Empty, Failure, Field, Loaded, Loading } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import {
  lastRun,
  matrix,
  saveTest,
  testText,
  type RuledTable,
  type TestRun,
  type TestText,
} from './api.ts';

const Editor = lazy(async () => ({ default: (await import('@/kit/editor.tsx')).Editor }));

/** The tests beside the policies: they are written, and run in transactions that are rolled back. */
export function Tests({ files, tables }: { files: string[]; tables: RuledTable[] }) {
  const [search, setSearch] = useSearchParams();
  const run = useQuery(lastRun);
  const chosen = tables.find(
    (table) => `${table.schema}.${table.name}` === (search.get('table') ?? ''),
  );
  return (
    <>
      <div className="row">
        <Field label={t.testsOf}>
          <select
            value={chosen ? `${chosen.schema}.${chosen.name}` : ''}
            onChange={(event) =>
              setSearch({ view: 'tests', table: event.target.value }, { replace: true })
            }
          >
            <option value="">–</option>
            {tables.map((table) => (
              <option
                key={`${table.schema}.${table.name}`}
              >{`${table.schema}.${table.name}`}</option>
            ))}
          </select>
        </Field>
        {files.length > 0 && (
          <button type="button" disabled={run.isFetching} onClick={() => void run.refetch()}>
            {t.runTests}
          </button>
        )}
      </div>
      {chosen ? (
        <TestFile key={`${chosen.schema}.${chosen.name}`} table={chosen} />
      ) : (
        files.length === 0 && <Empty>{t.noTests}</Empty>
      )}
      <Failure error={run.error} />
      {run.isFetching ? <Loading /> : run.data && <Results run={run.data} />}
    </>
  );
}

function TestFile({ table }: { table: RuledTable }) {
  const file = useQuery(testText(table.schema, table.name));
  return <Loaded query={file}>{(text) => <TestEditor table={table} file={text} />}</Loaded>;
}

function TestEditor({ table, file }: { table: RuledTable; file: TestText }) {
  const client = useQueryClient();
  const run = useQuery(lastRun);
  const [saved, setSaved] = useState(file);
  const [text, setText] = useState(file.text);
  const saving = useMutation({
    mutationFn: async () => {
      if (saved.exists && text === saved.text) return saved;
      return saveTest(table.schema, table.name, text, saved.exists ? saved.text : '');
    },
    onSuccess: async (now) => {
      setSaved(now);
      await client.invalidateQueries({ queryKey: matrix.queryKey, exact: true });
      await run.refetch();
    },
  });
  const save = () => saving.mutate();
  return (
    <>
      <p className="muted">
        {saved.file} {!saved.exists && t.draft}
      </p>
      <div className="file-editor">
        <Suspense fallback={<Loading />}>
          <Editor label={saved.file} text={file.text} onChange={setText} onRun={save} />
        </Suspense>
      </div>
      <Failure error={saving.error} />
      <div className="bar">
        <button type="button" className="primary" disabled={saving.isPending} onClick={save}>
          {t.saveAndRun}
        </button>
        <small className="muted">{t.testHint}</small>
      </div>
    </>
  );
}

/** The table of a test file, as public.todos. */
function tableOf(file: string): string {
  const name = file.replace(/^.*\//, '').replace(/_test\.sql$/, '');
  return name.includes('.') ? name : `public.${name}`;
}

/** The outcome of each expectation, and the rights that no test touches. */
function Results({ run }: { run: TestRun }) {
  const all = run.files.flatMap((f) => f.results);
  const failed =
    all.filter((r) => !r.passed).length + run.files.filter((f) => f.error !== '').length;
  const untested = [...new Set(run.untested.map((u) => u.table))];
  return (
    <>
      <p role="status" className={failed > 0 ? 'warn' : ''}>
        {failed > 0 ? t.testsFailed(failed, all.length) : t.testsPassed(all.length)}
      </p>
      {run.files.map((f) => (
        <section key={f.file} className="section" aria-label={f.file}>
          <h2>
            <Link to={`?view=tests&table=${encodeURIComponent(tableOf(f.file))}`}>{f.file}</Link>
          </h2>
          {f.error && <p className="warn">{f.error}</p>}
          <ul className="plain">
            {f.results.map((r) => (
              <li key={`${r.line} ${r.name}`} className={r.passed ? '' : 'warn'}>
                {r.passed ? '✓' : '✗'} {r.name} <span className="muted">{t.line(r.line)}</span>
                {r.got && <span> {t.got(r.got)}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {run.untested.length > 0 && (
        <section className="section" aria-label={t.untested}>
          <h2>{t.untested}</h2>
          <ul className="plain">
            {untested.map((table) => (
              <li key={table}>
                {table}{' '}
                <span className="muted">
                  {run.untested
                    .filter((u) => u.table === table)
                    .map((u) => `${u.role} ${u.verb}`)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
