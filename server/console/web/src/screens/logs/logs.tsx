import { useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import type { Past } from '@/kit/types.ts';
import { Empty, Loaded, Tabs, Time } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';

interface Line {
  number: number;
  at: string;
  level: string;
  message: string;
  method?: string;
  path?: string;
  status?: number;
  /** Nanoseconds. */
  took?: number;
  client?: string;
  caller?: string;
  id?: string;
  more?: string;
}

const lines = (search: string, status: string) =>
  queryOptions({
    queryKey: ['logs', search, status],
    queryFn: ({ signal }) =>
      api<Line[]>(
        'GET',
        `/logs?q=${encodeURIComponent(search)}&status=${status}`,
        undefined,
        signal,
      ),
    placeholderData: keepPreviousData,
  });

const audit = queryOptions({
  queryKey: ['audit'],
  queryFn: () => api<Past[]>('GET', '/audit'),
});

/** The log of this node, and what was run through the console. */
export function LogsScreen() {
  const [shown, setShown] = useState<'requests' | 'audit'>('requests');
  return (
    <section className="page">
      <header className="bar">
        <h1>{t.logs}</h1>
        <Tabs
          tabs={[
            ['requests', t.requests],
            ['audit', t.audit],
          ]}
          shown={shown}
          onShow={setShown}
        />
      </header>
      {shown === 'requests' ? <Requests /> : <Audit />}
    </section>
  );
}

function Requests() {
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState('0');
  const [follow, setFollow] = useState(true);
  const found = useQuery({ ...lines(search, status), refetchInterval: follow ? 2000 : false });
  return (
    <>
      <div className="bar">
        <input
          type="search"
          aria-label={t.filter}
          placeholder={t.filter}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <select
          aria-label={t.status}
          value={status}
          onChange={(event) => setStatus(event.target.value)}
        >
          <option value="0">{t.anyStatus}</option>
          {['2', '3', '4', '5'].map((s) => (
            <option key={s} value={s}>
              {s}xx
            </option>
          ))}
        </select>
        <label className="check">
          <input type="checkbox" checked={follow} onChange={() => setFollow(!follow)} />
          {t.followLog}
        </label>
        <span className="space" />
        <span className="muted">{t.logNote}</span>
      </div>
      <Loaded query={found}>
        {(there) =>
          there.length === 0 ? (
            <Empty>{t.nothingFound}</Empty>
          ) : (
            <div className="scroll">
              <table className="list mono log">
                <tbody>
                  {there.map((line) => (
                    <tr key={line.number}>
                      <td className="muted">
                        <Time at={line.at} />
                      </td>
                      <td
                        className={
                          (line.status ?? 0) >= 400 || line.level === 'ERROR' ? 'warn' : ''
                        }
                      >
                        {line.status ?? line.level}
                      </td>
                      <td className="text">
                        {line.method} {line.path ?? line.message}
                        <div className="muted">
                          {[line.caller, line.client, line.more, line.id]
                            .filter(Boolean)
                            .join(' · ')}
                        </div>
                      </td>
                      <td className="number">
                        {line.took === undefined ? '' : `${(line.took / 1e6).toFixed(1)} ms`}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function Audit() {
  const found = useQuery(audit);
  return (
    <Loaded query={found}>
      {(there) =>
        there.length === 0 ? (
          <Empty>{t.noHistory}</Empty>
        ) : (
          <div className="scroll">
            <table className="list mono log">
              <thead>
                <tr>
                  <th>{t.when}</th>
                  <th>{t.who}</th>
                  <th>{t.role}</th>
                  <th>{t.statement}</th>
                  <th className="number">{t.took}</th>
                </tr>
              </thead>
              <tbody>
                {there.map((p) => (
                  <tr key={p.id}>
                    <td className="muted">
                      <Time at={p.at} />
                    </td>
                    <td>{p.operator}</td>
                    <td>{p.role}</td>
                    <td className="text">
                      {p.code && <span className="warn">{p.code} </span>}
                      <code>{p.statement}</code>
                    </td>
                    <td className="number">{p.milliseconds} ms</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Loaded>
  );
}
