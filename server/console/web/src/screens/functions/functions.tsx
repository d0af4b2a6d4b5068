import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { count, Dialog, Empty, Loaded, Tabs, Time } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { calls, printed, type Calls } from './api.ts';
import { Schedules } from './schedules.tsx';

/** The functions of the project with their calls, and the schedules of cron. */
export function FunctionsScreen() {
  const [shown, setShown] = useState<'functions' | 'schedules'>('functions');
  return (
    <section className="page">
      <header className="bar">
        <h1>{t.functions}</h1>
        <Tabs
          tabs={[
            ['functions', t.functions],
            ['schedules', t.schedules],
          ]}
          shown={shown}
          onShow={setShown}
        />
      </header>
      {shown === 'functions' ? <Functions /> : <Schedules />}
    </section>
  );
}

const milliseconds = (nanoseconds: number) => `${(nanoseconds / 1e6).toFixed(1)} ms`;

function Functions() {
  const [shown, setShown] = useState('');
  const found = useQuery(calls);
  const one = found.data?.find((f) => f.name === shown);
  return (
    <Loaded query={found}>
      {(there) =>
        there.length === 0 ? (
          <Empty>{t.noFunctions}</Empty>
        ) : (
          <>
            <p className="note">{t.callsNote}</p>
            <div className="scroll">
              <table className="list">
                <thead>
                  <tr>
                    <th>{t.name}</th>
                    <th>{t.language}</th>
                    <th>{t.caller}</th>
                    <th className="number">{t.calls}</th>
                    <th className="number">{t.errors}</th>
                    <th className="number">{t.median}</th>
                    <th>{t.lastCall}</th>
                    <th>{t.lastError}</th>
                  </tr>
                </thead>
                <tbody>
                  {there.map((f) => (
                    <tr key={f.name}>
                      <td>
                        <button type="button" className="link" onClick={() => setShown(f.name)}>
                          {f.name}
                        </button>
                      </td>
                      <td className="muted">{f.source === '' ? 'Go' : 'TypeScript'}</td>
                      <td className="muted">{f.public ? t.everybody : t.withToken}</td>
                      <td className="number">{count(f.count)}</td>
                      <td className={f.errors > 0 ? 'number warn' : 'number'}>{count(f.errors)}</td>
                      <td className="number">{f.count > 0 ? milliseconds(f.median) : ''}</td>
                      <td className="muted">
                        <Time at={f.last} />
                      </td>
                      <td className="muted">
                        <Time at={f.lastError?.at} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {one && <FunctionDialog calls={one} onClose={() => setShown('')} />}
          </>
        )
      }
    </Loaded>
  );
}

function FunctionDialog({ calls: one, onClose }: { calls: Calls; onClose: () => void }) {
  const log = useQuery({ ...printed(one.name), enabled: one.source !== '' });
  const last = one.lastError;
  return (
    <Dialog title={one.name} onClose={onClose} wide>
      {one.source !== '' && (
        <p className="muted">
          <code>{one.source}</code>
        </p>
      )}
      <h3>{t.lastError}</h3>
      {last === null ? (
        <p className="muted">{t.noFailedCall}</p>
      ) : (
        <>
          <p>
            <Time at={last.at} /> · {last.method} · {last.status === 0 ? t.cutOff : last.status}
            {last.id !== '' && (
              <span className="muted">
                {' '}
                · {t.requestId} <code>{last.id}</code>
              </span>
            )}
          </p>
          {last.text !== '' && <p>{last.text}</p>}
          {last.stack !== '' && <pre className="example">{last.stack}</pre>}
          {last.text === '' && one.source !== '' && <p className="muted">{t.traceInLog}</p>}
        </>
      )}
      {one.source !== '' && (
        <>
          <h3>{t.log}</h3>
          <Loaded query={log}>
            {(lines) =>
              lines.join('') === '' ? (
                <p className="muted">{t.nothingPrinted}</p>
              ) : (
                <pre className="example" aria-label={t.log}>
                  {lines.join('\n')}
                </pre>
              )
            }
          </Loaded>
        </>
      )}
    </Dialog>
  );
}
