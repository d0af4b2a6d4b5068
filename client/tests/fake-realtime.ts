import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { sb } from '../src/shared/api/client';

type Row = Record<string, unknown>;
type Kind = 'INSERT' | 'UPDATE' | 'DELETE';
type StatusCallback = (status: string, error?: Error) => void;

/**
 * Replaces the realtime server: the channels are those of supabase-js, but subscribing sends nothing.
 * Returns functions that act as the server does, on the newest channel.
 */
export async function fakeRealtime() {
  const client = await sb();
  const make = client.channel.bind(client);
  const channels: ReturnType<typeof make>[] = [];
  const callbacks: StatusCallback[] = [];
  const removed = vi.spyOn(client, 'removeChannel').mockResolvedValue('ok');
  vi.spyOn(client, 'channel').mockImplementation((topic) => {
    const channel = make(topic);
    vi.spyOn(channel, 'subscribe').mockImplementation((callback) => {
      callbacks.push((status, error) =>
        Reflect.apply(callback ?? (() => {}), undefined, [status, error]),
      );
      return channel;
    });
    channels.push(channel);
    return channel;
  });
  const bindings = (type: string) => channels.at(-1)?.bindings[type] ?? [];
  const inAct = (work: () => void) => act(() => Promise.resolve(work()));
  const status = (state: string, error?: Error) => inAct(() => callbacks.at(-1)?.(state, error));
  const system = (ok: boolean, message = 'Subscribed to PostgreSQL') =>
    inAct(() => {
      const payload = { extension: 'postgres_changes', status: ok ? 'ok' : 'error', message };
      for (const { callback } of bindings('system')) callback(payload, '', '');
    });
  return {
    channels,
    removed,
    status,
    system,
    /** Joins, and sends the system message. */
    join: async () => {
      await status('SUBSCRIBED');
      await system(true);
    },
    /** Sends a change of a row. */
    change: (table: string, eventType: Kind, row: Row) =>
      inAct(() => {
        const payload = {
          new: eventType === 'DELETE' ? {} : row,
          old: eventType === 'DELETE' ? row : {},
        };
        for (const { filter, callback } of bindings('postgres_changes')) {
          if (filter['table'] !== table) continue;
          callback({ schema: 'public', table, eventType, ...payload }, '', '');
        }
      }),
  };
}
