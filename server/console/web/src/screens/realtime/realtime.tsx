import { useEffect, useRef, useState } from 'react';
import { RealtimeClient, type RealtimeChannel } from '@supabase/realtime-js';
import { useQuery } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import { useActor } from '@/kit/actor.ts';
import { useSession } from '@/kit/session.ts';
import { tables } from '@/kit/tables.ts';
import { Empty, Failure, Field, Tabs, Time } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { Listeners } from './listeners.tsx';

interface Heard {
  number: number;
  at: string;
  kind: string;
  text: string;
}

const kept = 200;

/** A live inspector of a channel, and the channels that clients have joined. */
export function RealtimeScreen() {
  const [shown, setShown] = useState<'inspector' | 'listeners'>('inspector');
  return (
    <section className="page">
      <header className="bar">
        <h1>{t.realtime}</h1>
        <Tabs
          tabs={[
            ['inspector', t.inspector],
            ['listeners', t.listeners],
          ]}
          shown={shown}
          onShow={setShown}
        />
      </header>
      {shown === 'inspector' ? <Inspector /> : <Listeners />}
    </section>
  );
}

/** Listens to a channel as the chosen role, and sends broadcasts. */
function Inspector() {
  const actor = useActor();
  const { about } = useSession();
  const all = useQuery(tables);
  const client = useRef<RealtimeClient | null>(null);
  const channel = useRef<RealtimeChannel | null>(null);
  const [state, setState] = useState('');
  const [heard, setHeard] = useState<Heard[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [topic, setTopic] = useState('room');
  const [isPrivate, setPrivate] = useState(false);
  const [table, setTable] = useState('');
  const [event, setEvent] = useState('message');
  const [payload, setPayload] = useState('{}');
  const leave = () => {
    void client.current?.disconnect();
    client.current = null;
    channel.current = null;
    setState('');
  };
  // A socket keeps the role that it was opened with.
  useEffect(() => leave, [actor.id]);
  const hear = (kind: string, content: unknown) =>
    setHeard((before) =>
      [
        {
          number: (before[0]?.number ?? 0) + 1,
          at: new Date().toISOString(),
          kind,
          text: JSON.stringify(content),
        },
        ...before,
      ].slice(0, kept),
    );
  const join = async () => {
    leave();
    setFailure(null);
    const { token } = await api<{ token: string }>('POST', '/realtime/token');
    const address = `${window.location.origin.replace(/^http/, 'ws')}/realtime/v1`;
    const opened = new RealtimeClient(address, {
      params: { apikey: about.anonKey },
      accessToken: () => Promise.resolve(token),
    });
    client.current = opened;
    await opened.setAuth(); // else the channel is joined before the token is asked for, as anon
    const joined = opened.channel(topic, {
      config: { private: isPrivate, broadcast: { self: true } },
    });
    channel.current = joined;
    joined
      .on('broadcast', { event: '*' }, (message) => hear('broadcast', message))
      .on('presence', { event: 'sync' }, () => hear('presence', joined.presenceState()));
    if (table !== '') {
      const [schema = '', name = ''] = table.includes('.') ? table.split('.') : ['public', table];
      joined.on('postgres_changes', { event: '*', schema, table: name }, (change) =>
        hear(change.eventType, change),
      );
    }
    joined.subscribe((status, error) => {
      setState(status);
      if (error) setFailure(error);
    });
  };
  const isJoined = state === 'SUBSCRIBED';
  return (
    <>
      <form
        className="row"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          join().catch(setFailure);
        }}
      >
        <Field label={t.channel}>
          <input required value={topic} onChange={(e) => setTopic(e.target.value)} />
        </Field>
        <Field label={t.changesOf} hint={t.changesHint}>
          <input list="listened-tables" value={table} onChange={(e) => setTable(e.target.value)} />
        </Field>
        <label className="check">
          <input
            type="checkbox"
            checked={isPrivate}
            onChange={(e) => setPrivate(e.target.checked)}
          />
          {t.private}
        </label>
        <button type="submit" className="primary">
          {t.listen}
        </button>
        {state !== '' && (
          <button type="button" onClick={leave}>
            {t.leave}
          </button>
        )}
        <span role="status" className={isJoined ? '' : 'muted'}>
          {state === '' ? '' : isJoined ? t.listening(actor.label) : state}
        </span>
      </form>
      <datalist id="listened-tables">
        {all.data
          ?.filter((one) => one.kind === 'table')
          .map((one) => (
            <option key={`${one.schema}.${one.name}`} value={`${one.schema}.${one.name}`} />
          ))}
      </datalist>
      <Failure error={failure} />
      <form
        className="row"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          try {
            const content: unknown = JSON.parse(payload);
            channel.current
              ?.send({
                type: 'broadcast',
                event,
                payload: content as Record<string, unknown>,
              })
              .catch(setFailure);
          } catch (error) {
            setFailure(error);
          }
        }}
      >
        <Field label={t.event}>
          <input required value={event} onChange={(e) => setEvent(e.target.value)} />
        </Field>
        <Field label={t.payload}>
          <input required value={payload} onChange={(e) => setPayload(e.target.value)} />
        </Field>
        <button type="submit" disabled={!isJoined}>
          {t.broadcast}
        </button>
      </form>
      {heard.length === 0 ? (
        <Empty>{t.nothingHeard}</Empty>
      ) : (
        <table className="list mono log">
          <tbody>
            {heard.map((h) => (
              <tr key={h.number}>
                <td className="muted">
                  <Time at={h.at} />
                </td>
                <td>{h.kind}</td>
                <td className="text">{h.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
