import { useState } from 'react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import { Dialog, Empty, Loaded, Time } from '@/kit/ui.tsx';
import { WorkCells, WorkScreen } from '@/kit/work.tsx';
import { t } from '@/texts.ts';

interface Job {
  id: number;
  kind: string;
  queue: string;
  state: string;
  attempt: number;
  max_attempts: number;
  created_at: string;
  scheduled_at: string;
  last_error: string;
  errors?: { at: string; attempt: number; error: string }[];
}

interface Jobs {
  queues: { name: string; paused: boolean; jobs: Record<string, number> }[];
  jobs: Job[];
  states: string[];
}

const jobs = (state: string) =>
  queryOptions({
    queryKey: ['jobs', state],
    queryFn: () => api<Jobs>('GET', `/jobs?state=${state}`),
  });

/** The states in which nothing is left to cancel. */
const ended = new Set(['completed', 'cancelled', 'discarded']);

/** Background jobs and their queues. */
export function JobsScreen() {
  const client = useQueryClient();
  const [state, setState] = useState('');
  const [shown, setShown] = useState<number | null>(null);
  const found = useQuery(jobs(state));
  const acting = useMutation({
    mutationFn: (path: string) => api('POST', path),
    onSettled: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  });
  return (
    <WorkScreen
      title={t.jobs}
      state={state}
      states={(found.data?.states ?? []).map((s) => [s, s])}
      onState={setState}
      error={acting.error}
    >
      <Loaded query={found}>
        {({ queues, jobs: there }) => (
          <>
            <div className="bar">
              {queues.map((q) => (
                <button
                  key={q.name}
                  type="button"
                  onClick={() =>
                    acting.mutate(
                      `/queues/${encodeURIComponent(q.name)}/${q.paused ? 'resume' : 'pause'}`,
                    )
                  }
                >
                  {q.paused ? t.resume : t.pause} {q.name}{' '}
                  <span className="muted">
                    {Object.entries(q.jobs)
                      .map(([s, n]) => `${n} ${s}`)
                      .join(', ')}
                  </span>
                </button>
              ))}
            </div>
            {there.length === 0 ? (
              <Empty>{t.noJobs}</Empty>
            ) : (
              <div className="scroll">
                <table className="list">
                  <thead>
                    <tr>
                      <th>{t.kind}</th>
                      <th>{t.state}</th>
                      <th>{t.attempt}</th>
                      <th>{t.due}</th>
                      <th>{t.lastError}</th>
                      <th>
                        <span className="hidden">{t.actions}</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {there.map((job) => (
                      <tr key={job.id}>
                        <td>
                          <button type="button" className="link" onClick={() => setShown(job.id)}>
                            {job.kind}
                          </button>
                        </td>
                        <td className={job.state === 'discarded' ? 'warn' : ''}>{job.state}</td>
                        <td>
                          {job.attempt}/{job.max_attempts}
                        </td>
                        <td className="muted">
                          <Time at={job.scheduled_at} />
                        </td>
                        <WorkCells
                          error={job.last_error}
                          acts={[
                            job.state !== 'running' && [
                              t.runNow,
                              () => acting.mutate(`/jobs/${job.id}/retry`),
                            ],
                            !ended.has(job.state) && [
                              t.cancel,
                              () => acting.mutate(`/jobs/${job.id}/cancel`),
                            ],
                          ]}
                        />
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </>
        )}
      </Loaded>
      {shown !== null && <JobDialog id={shown} onClose={() => setShown(null)} />}
    </WorkScreen>
  );
}

function JobDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const found = useQuery({ queryKey: ['jobs', id], queryFn: () => api<Job>('GET', `/jobs/${id}`) });
  return (
    <Dialog title={found.data?.kind ?? ''} onClose={onClose} wide>
      <Loaded query={found}>
        {({ errors }) =>
          !errors || errors.length === 0 ? (
            <Empty>{t.noErrors}</Empty>
          ) : (
            <dl className="definitions">
              {errors.map((e) => (
                <div key={e.attempt}>
                  <dt>
                    {e.attempt} · <Time at={e.at} />
                  </dt>
                  <dd>
                    <code>{e.error}</code>
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
