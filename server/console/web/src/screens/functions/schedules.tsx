import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import { count, Dialog, Empty, Failure, Loaded, Time } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { runs, schedules, type Run, type Schedule } from './api.ts';

const nameOf = (job: Schedule) => (job.name === '' ? String(job.id) : job.name);

/** The jobs of cron. */
export function Schedules() {
  const client = useQueryClient();
  const [shown, setShown] = useState<Schedule | null>(null);
  const found = useQuery(schedules);
  const acting = useMutation({
    mutationFn: (path: string) => api('POST', `/schedules/${path}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['schedules'] }),
  });
  return (
    <Loaded query={found}>
      {({ there, jobs, runNow }) =>
        !there ? (
          <Empty>{t.noCron}</Empty>
        ) : jobs.length === 0 ? (
          <Empty>{t.noSchedules}</Empty>
        ) : (
          <>
            <Failure error={acting.error} />
            <div className="scroll">
              <table className="list">
                <thead>
                  <tr>
                    <th>{t.name}</th>
                    <th>{t.schedule}</th>
                    <th>{t.statement}</th>
                    <th>{t.role}</th>
                    <th>{t.lastRun}</th>
                    <th className="number">{t.runsOfDay}</th>
                    <th>
                      <span className="hidden">{t.actions}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {jobs.map((job) => (
                    <tr key={job.id} className={job.active ? '' : 'muted'}>
                      <td>
                        <button type="button" className="link" onClick={() => setShown(job)}>
                          {nameOf(job)}
                        </button>
                      </td>
                      <td>
                        <code>{job.schedule}</code>
                      </td>
                      <td className="text">
                        <code>{job.command.slice(0, 200)}</code>
                      </td>
                      <td className="muted">{job.role}</td>
                      <td>{job.last && <RunState run={job.last} />}</td>
                      <td className={job.failed > 0 ? 'number warn' : 'number'}>
                        {t.runsFailed(count(job.runs), job.failed)}
                      </td>
                      <td className="actions">
                        {runNow && job.active && (
                          <button
                            type="button"
                            className="quiet"
                            onClick={() => acting.mutate(`${job.id}/run`)}
                          >
                            {t.runNow}
                          </button>
                        )}
                        <button
                          type="button"
                          className="quiet"
                          onClick={() => acting.mutate(`${job.id}/${job.active ? 'off' : 'on'}`)}
                        >
                          {job.active ? t.switchOff : t.switchOn}
                        </button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {shown && <RunsDialog job={shown} onClose={() => setShown(null)} />}
          </>
        )
      }
    </Loaded>
  );
}

function RunState({ run }: { run: Run }) {
  return (
    <>
      <span className={run.status === 'failed' ? 'warn' : ''}>{run.status}</span>{' '}
      <span className="muted">
        <Time at={run.began} />
      </span>
    </>
  );
}

function RunsDialog({ job, onClose }: { job: Schedule; onClose: () => void }) {
  const found = useQuery(runs(job.id));
  return (
    <Dialog title={nameOf(job)} onClose={onClose} wide>
      <pre className="example">{job.command}</pre>
      <Loaded query={found}>
        {(there) =>
          there.length === 0 ? (
            <Empty>{t.noRuns}</Empty>
          ) : (
            <dl className="definitions">
              {there.map((run, i) => (
                // Runs have no identity but their place.
                // oxlint-disable-next-line react/no-array-index-key
                <div key={i}>
                  <dt>
                    <RunState run={run} />
                  </dt>
                  <dd>
                    <code>{run.message}</code>
                  </dd>
                </div>
              ))}
            </dl>
          )
        }
      </Loaded>
    </Dialog>
  );
}
