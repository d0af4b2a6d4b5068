import { lazy, Suspense, useRef, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import { useActor } from '@/kit/actor.ts';
import type { EditorHandle } from '@/kit/editor.tsx';
import { keep, kept } from '@/kit/store.ts';
import type { Executed } from '@/kit/types.ts';
import { Failure, Loading } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { Past } from './past.tsx';
import { names } from './queries.ts';
import { Results } from './results.tsx';

const Editor = lazy(async () => ({ default: (await import('@/kit/editor.tsx')).Editor }));

const draftKey = 'toubkal-console-sql';

const tab = () => sessionStorage;

interface Run {
  id: string;
  text: string;
  offset: number;
  explain: '' | 'plan' | 'analyze';
}

/** The SQL editor: a script runs in one transaction as the chosen role. */
export function SqlScreen() {
  const client = useQueryClient();
  const actor = useActor();
  const editor = useRef<EditorHandle | null>(null);
  const [timeout, setTimeout] = useState(15);
  const completion = useQuery(names);
  const running = useMutation({
    mutationFn: ({ id, text, explain }: Run) =>
      api<Executed>('POST', '/sql', { id, text, explain, timeout }),
    onSuccess: (answer, { text, offset }) => {
      if (answer.error) editor.current?.select(offset + place(text, answer.error));
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['history'] }),
        client.invalidateQueries({ queryKey: ['tables'] }),
        client.invalidateQueries({ queryKey: ['rows'] }),
      ]),
  });
  const cancelling = useMutation({
    mutationFn: (id: string) => api('DELETE', `/statements/${id}`),
  });
  const run = (explain: Run['explain']) => {
    const given = editor.current?.text();
    if (!given || given.text.trim() === '' || running.isPending) return;
    running.mutate({ id: crypto.randomUUID(), ...given, explain });
  };
  return (
    <section className="page sql-page">
      <header className="bar">
        <h1>{t.sql}</h1>
        <button
          type="button"
          className="primary"
          disabled={running.isPending}
          onClick={() => run('')}
        >
          {t.run} <kbd>Ctrl Enter</kbd>
        </button>
        <button type="button" disabled={running.isPending} onClick={() => run('plan')}>
          {t.explain}
        </button>
        <button
          type="button"
          disabled={running.isPending}
          title={t.analyzeHint}
          onClick={() => run('analyze')}
        >
          {t.analyze}
        </button>
        {running.isPending && (
          <button
            type="button"
            className="danger"
            onClick={() => cancelling.mutate(running.variables.id)}
          >
            {t.cancelStatement}
          </button>
        )}
        <span className="space" />
        <label className="check">
          {t.timeout}
          <select value={timeout} onChange={(event) => setTimeout(Number(event.target.value))}>
            {[15, 60, 300].map((seconds) => (
              <option key={seconds} value={seconds}>
                {seconds} s
              </option>
            ))}
          </select>
        </label>
      </header>
      <div className="sql-main">
        <div className="sql-left">
          <Suspense fallback={<Loading />}>
            <Editor
              label={t.sqlEditor}
              text={kept(tab, draftKey)}
              names={completion.data ?? {}}
              hint={t.sqlHint}
              onChange={(text) => keep(tab, draftKey, text)}
              onRun={() => run('')}
              handle={(handle) => {
                editor.current = handle;
              }}
            />
          </Suspense>
          <div className="results">
            <Failure error={running.error} />
            {running.isPending && <Loading />}
            {running.data && !running.isPending && (
              <Results
                answer={running.data}
                explain={running.variables?.explain ?? ''}
                actor={actor.label}
              />
            )}
          </div>
        </div>
        <Past
          onChoose={(text) => editor.current?.replace(text)}
          current={() => editor.current?.text().text ?? ''}
        />
      </div>
    </section>
  );
}

/** The offset of a line and column. */
function place(text: string, at: { line: number; column: number }): number {
  const lines = text.split('\n');
  const before = lines.slice(0, at.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return before + at.column - 1;
}
