import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { sb } from '../src/api/client';

type Row = Record<string, unknown>;
type Kind = 'INSERT' | 'UPDATE' | 'DELETE';
type Tell = (status: string, error?: Error) => void;

/**
 * The server's end of the live channels, at the seam of the supabase client: real channels, whose
 * subscribing reaches nobody. Gives what the server does; the newest channel is the one that hears it.
 */
export async function liveLine() {
  const client = await sb();
  const make = client.channel.bind(client);
  const channels: ReturnType<typeof make>[] = [];
  const tells: Tell[] = [];
  const removed = vi.spyOn(client, 'removeChannel').mockResolvedValue('ok');
  vi.spyOn(client, 'channel').mockImplementation((topic) => {
    const channel = make(topic);
    vi.spyOn(channel, 'subscribe').mockImplementation((callback) => {
      tells.push((status, error) =>
        Reflect.apply(callback ?? (() => {}), undefined, [status, error]),
      );
      return channel;
    });
    channels.push(channel);
    return channel;
  });
  const bindings = (type: string) => channels.at(-1)?.bindings[type] ?? [];
  const quietly = (work: () => void) => act(() => Promise.resolve(work()));
  const status = (state: string, error?: Error) => quietly(() => tells.at(-1)?.(state, error));
  const system = (ok: boolean, message = 'Subscribed to PostgreSQL') =>
    quietly(() => {
      const payload = { extension: 'postgres_changes', status: ok ? 'ok' : 'error', message };
      for (const { callback } of bindings('system')) callback(payload, '', '');
    });
  return {
    channels,
    removed,
    status,
    system,
    /** Joins, and says that changes are told. */
    join: async () => {
      await status('SUBSCRIBED');
      await system(true);
    },
    /** Tells of a row that changed. */
    change: (table: string, eventType: Kind, row: Row) =>
      quietly(() => {
        const told = {
          new: eventType === 'DELETE' ? {} : row,
          old: eventType === 'DELETE' ? row : {},
        };
        for (const { filter, callback } of bindings('postgres_changes')) {
          if (filter['table'] !== table) continue;
          callback({ schema: 'public', table, eventType, ...told }, '', '');
        }
      }),
  };
}
