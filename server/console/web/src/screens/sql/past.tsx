import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import { Empty, Failure, Loaded, Tabs, Time } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { history, saved } from './queries.ts';

/** History and saved queries beside the editor. */
export function Past({
  onChoose,
  current,
}: {
  onChoose: (text: string) => void;
  current: () => string;
}) {
  const client = useQueryClient();
  const [shown, setShown] = useState<'history' | 'saved'>('history');
  const past = useQuery(history);
  const kept = useQuery(saved);
  const refresh = () => client.invalidateQueries({ queryKey: saved.queryKey });
  const save = useMutation({
    mutationFn: (name: string) =>
      api('PUT', `/queries/${encodeURIComponent(name)}`, { statement: current() }),
    onSettled: refresh,
  });
  const forget = useMutation({
    mutationFn: (name: string) => api('DELETE', `/queries/${encodeURIComponent(name)}`),
    onSettled: refresh,
  });
  return (
    <aside className="past">
      <Tabs
        tabs={[
          ['history', t.history],
          ['saved', t.saved],
        ]}
        shown={shown}
        onShow={setShown}
      />
      {shown === 'history' ? (
        <Loaded query={past}>
          {(there) =>
            there.length === 0 ? (
              <Empty>{t.noHistory}</Empty>
            ) : (
              <ul>
                {there.map((p) => (
                  <li key={p.id}>
                    <button type="button" className="quiet" onClick={() => onChoose(p.statement)}>
                      <code>{p.statement}</code>
                      <small>
                        <Time at={p.at} /> · {p.role} ·{' '}
                        {p.code ? <span className="warn">{p.code}</span> : `${p.milliseconds} ms`}
                      </small>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      ) : (
        <>
          <form
            className="inline"
            onSubmit={(event) => {
              event.preventDefault();
              const name = new FormData(event.currentTarget).get('name');
              if (typeof name === 'string' && name.trim() !== '') save.mutate(name.trim());
              event.currentTarget.reset();
            }}
          >
            <input name="name" aria-label={t.queryName} placeholder={t.queryName} maxLength={100} />
            <button type="submit">{t.save}</button>
          </form>
          <Failure error={save.error ?? forget.error} />
          <Loaded query={kept}>
            {(there) =>
              there.length === 0 ? (
                <Empty>{t.noSaved}</Empty>
              ) : (
                <ul>
                  {there.map((q) => (
                    <li key={q.name} className="kept">
                      <button type="button" className="quiet" onClick={() => onChoose(q.statement)}>
                        <strong>{q.name}</strong>
                        <small>
                          {q.operator} · <Time at={q.at} />
                        </small>
                      </button>
                      <button
                        type="button"
                        className="quiet"
                        aria-label={t.forget(q.name)}
                        onClick={() => forget.mutate(q.name)}
                      >
                        ✕
                      </button>
                    </li>
                  ))}
                </ul>
              )
            }
          </Loaded>
        </>
      )}
    </aside>
  );
}
