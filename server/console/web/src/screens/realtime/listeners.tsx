import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import { count, Empty, Loaded, size } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';

interface Subscriptions {
  stream: { live: boolean; reason?: string; lag_bytes: number };
  connections:
    | {
        id: number;
        queued_frames: number;
        channels: {
          topic: string;
          state: string;
          private: boolean;
          presence: boolean;
          role: string;
          sub?: string;
          postgres_changes: { event: string; schema: string; table: string; filter?: string }[];
          problems?: string[];
        }[];
      }[]
    | null;
}

const subscriptions = queryOptions({
  queryKey: ['subscriptions'],
  queryFn: () => api<Subscriptions>('GET', '/services/realtime/api/subscriptions'),
  refetchInterval: 3000,
});

/** The most rows that are shown. */
const most = 500;

/** The open sockets and their channels, of the node that answers. */
export function Listeners() {
  const found = useQuery(subscriptions);
  return <Loaded query={found}>{(there) => <List {...there} />}</Loaded>;
}

function List({ stream, connections }: Subscriptions) {
  const sockets = connections ?? [];
  const channels = sockets.flatMap((s) => s.channels.map((channel) => ({ socket: s, channel })));
  const topics = new Set(channels.map(({ channel }) => channel.topic));
  const users = new Set(channels.flatMap(({ channel }) => channel.sub ?? []));
  return (
    <>
      <p className="note">{t.listenersNote}</p>
      <p>
        {t.listenersCounted(
          count(sockets.length),
          count(channels.length),
          count(topics.size),
          count(users.size),
        )}{' '}
        <span className={stream.live ? 'muted' : 'warn'}>
          {stream.live
            ? t.replicates(size(stream.lag_bytes))
            : t.replicatesNot(stream.reason ?? '')}
        </span>
      </p>
      {channels.length === 0 ? (
        <Empty>{t.nobodyListens}</Empty>
      ) : (
        <div className="scroll">
          <table className="list">
            <thead>
              <tr>
                <th>{t.channel}</th>
                <th>{t.socket}</th>
                <th>{t.who}</th>
                <th>{t.state}</th>
                <th>{t.changesOf}</th>
              </tr>
            </thead>
            <tbody>
              {channels.slice(0, most).map(({ socket, channel }) => (
                <tr key={`${socket.id} ${channel.topic}`}>
                  <td>
                    {channel.topic.replace(/^realtime:/, '')}{' '}
                    <span className="muted">
                      {[channel.private && t.private, channel.presence && t.presence]
                        .filter(Boolean)
                        .join(', ')}
                    </span>
                  </td>
                  <td className="muted">
                    {socket.id}
                    {socket.queued_frames > 0 && ` · ${t.queued(socket.queued_frames)}`}
                  </td>
                  <td>
                    {channel.role} <small className="muted">{channel.sub}</small>
                  </td>
                  <td>{channel.state}</td>
                  <td>
                    {channel.postgres_changes.map((c) => (
                      <div key={`${c.event} ${c.schema} ${c.table} ${c.filter ?? ''}`}>
                        {c.event} {c.schema}.{c.table} <code>{c.filter}</code>
                      </div>
                    ))}
                    {channel.problems?.map((p) => (
                      <div key={p} className="warn">
                        {p}
                      </div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {channels.length > most && <p className="note">{t.firstRows(most)}</p>}
    </>
  );
}
