import { useState } from 'react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import { useSession } from '@/kit/session.ts';
import { CopyButton, count, Failure, Field, Loaded, size, Time } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';

interface Settings {
  database: {
    version: string;
    bytes: number;
    connections: number;
    maxConnections: number;
    extensions: { name: string; version: string }[] | null;
    slow: { statement: string; calls: number; total: number; mean: number; rows: number }[] | null;
  };
  configuration: string;
  health?: { ready: boolean; parts: Record<string, { ready: boolean; reason?: string }> };
}

interface Key {
  id: string;
  kind: string;
  name: string;
  state: string;
  since: string | null;
  configured: boolean;
  signs: boolean;
}

const settings = queryOptions({
  queryKey: ['settings'],
  queryFn: () => api<Settings>('GET', '/settings'),
});

const keys = queryOptions({ queryKey: ['keys'], queryFn: () => api<Key[]>('GET', '/keys') });

/** Versions, health, keys, slow statements, and the configuration in effect. */
export function SettingsScreen() {
  const found = useQuery(settings);
  return (
    <section className="page">
      <h1>{t.settings}</h1>
      <Loaded query={found}>{(there) => <Shown settings={there} />}</Loaded>
    </section>
  );
}

function Shown({ settings: { database, health, configuration } }: { settings: Settings }) {
  const { about } = useSession();
  const [search, setSearch] = useState('');
  const lines = configuration
    .split('\n')
    .filter((line) => line !== '' && line.toLowerCase().includes(search.toLowerCase()));
  return (
    <>
      <dl className="definitions">
        <dt>{t.project}</dt>
        <dd>
          {about.name} {about.folder && <span className="muted">{about.folder}</span>}
        </dd>
        <dt>Toubkal</dt>
        <dd>{about.version}</dd>
        <dt>PostgreSQL</dt>
        <dd>
          {database.version}, {size(database.bytes)},{' '}
          {t.connections(database.connections, database.maxConnections)}
        </dd>
        <dt>{t.extensions}</dt>
        <dd>{(database.extensions ?? []).map((e) => `${e.name} ${e.version}`).join(', ')}</dd>
        <dt>{t.address}</dt>
        <dd>
          {about.address} <CopyButton text={about.address} label={t.address} />
        </dd>
        <dt>{t.anonKey}</dt>
        <dd>
          <code>{about.anonKey}</code> <CopyButton text={about.anonKey} label={t.anonKey} />
        </dd>
        {health && (
          <>
            <dt>{t.health}</dt>
            <dd>
              {Object.entries(health.parts).map(([name, part]) => (
                <div key={name} className={part.ready ? '' : 'warn'}>
                  {name}: {part.ready ? t.ready : part.reason}
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
      <Keys />
      {database.slow && (
        <section className="section" aria-label={t.slow}>
          <h2>{t.slow}</h2>
          <div className="scroll">
            <table className="list mono">
              <thead>
                <tr>
                  <th>{t.statement}</th>
                  <th className="number">{t.calls}</th>
                  <th className="number">{t.mean}</th>
                  <th className="number">{t.total}</th>
                </tr>
              </thead>
              <tbody>
                {database.slow.map((s) => (
                  <tr key={s.statement}>
                    <td className="text">
                      <code>{s.statement}</code>
                    </td>
                    <td className="number">{count(s.calls)}</td>
                    <td className="number">{s.mean.toFixed(2)} ms</td>
                    <td className="number">{count(Math.round(s.total))} ms</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      <section className="section" aria-label={t.configuration}>
        <header className="bar">
          <h2>{t.configuration}</h2>
          <input
            type="search"
            aria-label={t.filter}
            placeholder={t.filter}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </header>
        <dl className="definitions mono">
          {lines.map((line) => {
            const [name = '', ...value] = line.split('=');
            return [
              <dt key={name}>{name}</dt>,
              <dd key={`${name}=`}>{value.join('=') || <span className="muted">–</span>}</dd>,
            ];
          })}
        </dl>
      </section>
    </>
  );
}

function Keys() {
  const client = useQueryClient();
  const found = useQuery(keys);
  const [name, setName] = useState('');
  const [kind, setKind] = useState('publishable');
  const refresh = () => client.invalidateQueries({ queryKey: ['keys'] });
  const rotating = useMutation({
    mutationFn: () => api('POST', '/keys/rotate'),
    onSettled: refresh,
  });
  const making = useMutation({
    mutationFn: () => api<{ key: string }>('POST', '/keys', { kind, name }),
    onSettled: refresh,
  });
  const revoking = useMutation({
    mutationFn: (id: string) => api('DELETE', `/keys/${encodeURIComponent(id)}`),
    onSettled: refresh,
  });
  return (
    <section className="section" aria-label={t.apiKeys}>
      <header className="bar">
        <h2>{t.apiKeys}</h2>
        <button
          type="button"
          title={t.rotateHint}
          disabled={rotating.isPending}
          onClick={() => rotating.mutate()}
        >
          {t.rotate}
        </button>
      </header>
      <Failure error={rotating.error ?? making.error ?? revoking.error} />
      <Loaded query={found}>
        {(there) => (
          <div className="scroll">
            <table className="list">
              <tbody>
                {there.map((key) => (
                  <tr key={`${key.kind}${key.id}`}>
                    <td>
                      <code>{key.id}</code>
                    </td>
                    <td>
                      {key.kind} {key.name}
                    </td>
                    <td className={key.state === 'revoked' ? 'muted' : ''}>{key.state}</td>
                    <td className="muted">
                      {key.configured ? t.configured : <Time at={key.since} />}
                    </td>
                    <td className="actions">
                      {key.state !== 'revoked' && (
                        <button
                          type="button"
                          className="quiet"
                          onClick={() => {
                            if (window.confirm(t.confirmRevoke(key.id))) revoking.mutate(key.id);
                          }}
                        >
                          {t.revoke}
                        </button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          making.mutate();
        }}
      >
        <Field label={t.kind}>
          <select value={kind} onChange={(event) => setKind(event.target.value)}>
            <option>publishable</option>
            <option>secret</option>
          </select>
        </Field>
        <Field label={t.name}>
          <input required value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <button type="submit" disabled={making.isPending}>
          {t.makeKey}
        </button>
      </form>
      {making.data && (
        <p role="status">
          {t.shownOnce} <code>{making.data.key}</code>{' '}
          <CopyButton text={making.data.key} label={t.apiKeys} />
        </p>
      )}
    </section>
  );
}
