import { useState } from 'react';
import { Link } from 'react-router';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import { Empty, Loaded, Time } from '@/kit/ui.tsx';
import { WorkCells, WorkScreen } from '@/kit/work.tsx';
import { t } from '@/texts.ts';

interface Mail {
  counts: Record<string, number>;
  messages: {
    id: string;
    kind: string;
    recipient: string;
    state: string;
    attempts: number;
    last_error: string;
    created_at: string;
  }[];
  states: string[];
  mailbox: string;
}

const mail = (state: string) =>
  queryOptions({
    queryKey: ['mail', state],
    queryFn: () => api<Mail>('GET', `/mail?state=${state}`),
  });

/** Whether a message may still be sent. The text of others is gone. */
const isWaiting = (state: string) => state === 'queued' || state === 'failed';

/** The outbox: who was written to, and whether it got there. Texts are not shown: they hold codes. */
export function MailScreen() {
  const client = useQueryClient();
  const [state, setState] = useState('');
  const found = useQuery(mail(state));
  const acting = useMutation({
    mutationFn: (path: string) => api('POST', path),
    onSettled: () => client.invalidateQueries({ queryKey: ['mail'] }),
  });
  return (
    <WorkScreen
      title={t.mail}
      state={state}
      states={(found.data?.states ?? []).map((s) => [s, `${s} (${found.data?.counts[s] ?? 0})`])}
      onState={setState}
      more={
        <>
          <span className="space" />
          <Link className="button" to="/mail/templates">
            {t.templates}
          </Link>
          {found.data && found.data.mailbox !== '' && (
            <a className="button" href={found.data.mailbox} target="_blank" rel="noreferrer">
              {t.mailbox}
            </a>
          )}
        </>
      }
      error={acting.error}
    >
      <Loaded query={found}>
        {({ messages }) =>
          messages.length === 0 ? (
            <Empty>{t.noMail}</Empty>
          ) : (
            <div className="scroll">
              <table className="list">
                <thead>
                  <tr>
                    <th>{t.kind}</th>
                    <th>{t.recipient}</th>
                    <th>{t.state}</th>
                    <th>{t.created}</th>
                    <th>{t.lastError}</th>
                    <th>
                      <span className="hidden">{t.actions}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {messages.map((m) => (
                    <tr key={m.id}>
                      <td>{m.kind}</td>
                      <td>{m.recipient}</td>
                      <td className={m.state === 'failed' ? 'warn' : ''}>{m.state}</td>
                      <td className="muted">
                        <Time at={m.created_at} />
                      </td>
                      <WorkCells
                        error={m.last_error}
                        acts={[
                          isWaiting(m.state) && [
                            t.sendNow,
                            () => acting.mutate(`/mail/${m.id}/retry`),
                          ],
                          isWaiting(m.state) && [
                            t.cancel,
                            () => acting.mutate(`/mail/${m.id}/cancel`),
                          ],
                        ]}
                      />
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </WorkScreen>
  );
}
