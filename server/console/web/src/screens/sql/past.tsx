import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import { Empty, Failure, time } from '@/kit/ui.tsx';
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
      <div className="tabs" role="tablist">
        <button
          type="button"
          role="tab"
          aria-selected={shown === 'history'}
          onClick={() => setShown('history')}
        >
          {t.history}
        </button>
        <button
          type="button"
          role="tab"
          aria-selected={shown === 'saved'}
          onClick={() => setShown('saved')}
        >
          {t.saved}
        </button>
      </div>
      {shown === 'history' ? (
        <>
          <Failure error={past.error} />
          {past.data?.length === 0 && <Empty>{t.noHistory}</Empty>}
          <ul>
            {past.data?.map((p) => (
              <li key={p.id}>
                <button type="button" className="quiet" onClick={() => onChoose(p.statement)}>
                  <code>{p.statement}</code>
                  <small>
                    {time(p.at)} · {p.role} ·{' '}
                    {p.code ? <span className="warn">{p.code}</span> : `${p.milliseconds} ms`}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        </>
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
          <Failure error={kept.error ?? save.error ?? forget.error} />
          {kept.data?.length === 0 && <Empty>{t.noSaved}</Empty>}
          <ul>
            {kept.data?.map((q) => (
              <li key={q.name} className="kept">
                <button type="button" className="quiet" onClick={() => onChoose(q.statement)}>
                  <strong>{q.name}</strong>
                  <small>
                    {q.operator} · {time(q.at)}
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
        </>
      )}
    </aside>
  );
}
