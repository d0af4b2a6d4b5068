import { createClient, RealtimeClient as Loaded } from '@supabase/supabase-js';
import { StorageClient as LoadedStorage } from '@supabase/storage-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  FunctionsClient,
  loadRealtime,
  loadStorage,
  RealtimeClient,
  StorageClient,
} from './deferred-parts';

const origin = 'http://localhost:8000';

/** A client as the build has it: with the parts that wait. */
function deferredClient() {
  const client = createClient(origin, 'anon-key');
  const realtime: unknown = new RealtimeClient('ws://localhost:8000/realtime/v1', {
    params: { apikey: 'anon-key' },
  });
  const storage: unknown = new StorageClient(`${origin}/storage/v1`, { apikey: 'anon-key' });
  return Object.assign(client, { realtime, storage });
}

afterEach(() => {
  vi.doUnmock('@supabase/functions-js');
  vi.resetModules();
});

describe('the parts of supabase-js that load on first use', () => {
  it('are replaced by realtime-js, once, with the options of supabase-js', async () => {
    const client = deferredClient();
    await client.realtime.setAuth('a token');
    await Promise.all([loadRealtime(client), loadRealtime(client)]);
    const { realtime } = client;
    expect(realtime).toBeInstanceOf(Loaded);
    expect(realtime.endpointURL()).toContain('ws://localhost:8000/realtime/v1');
    expect(client.channel('a topic').topic).toBe('realtime:a topic');
    await loadRealtime(client);
    expect(client.realtime).toBe(realtime);
  });

  it('are replaced by storage-js, with the options of supabase-js', async () => {
    const client = deferredClient();
    const storage = await loadStorage(client);
    expect(storage).toBeInstanceOf(LoadedStorage);
    expect(client.storage).toBe(storage);
    const { data } = storage.from('media').getPublicUrl('a.png');
    expect(data.publicUrl).toBe(`${origin}/storage/v1/object/public/media/a.png`);
  });

  it('call a function with functions-js and the options of supabase-js', async () => {
    const customFetch = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ sent: 1 })));
    const functions = new FunctionsClient(`${origin}/functions/v1`, { customFetch });
    const { data, error } = await functions.invoke('send', { body: { to: 'all' } });
    expect([data, error]).toEqual([{ sent: 1 }, null]);
    expect(customFetch.mock.calls[0]?.[0]).toBe(`${origin}/functions/v1/send`);
  });

  it('give an error of the network if functions-js does not load', async () => {
    vi.doMock('@supabase/functions-js', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const functions = new FunctionsClient(`${origin}/functions/v1`);
    const { data, error } = await functions.invoke('send', { body: {} });
    expect(data).toBeNull();
    expect(error).toMatchObject({ name: 'FunctionsFetchError' });
  });

  it('stay as they are where supabase-js has created them itself', async () => {
    const client = createClient(origin, 'anon-key');
    const { realtime, storage } = client;
    await loadRealtime(client);
    expect(client.realtime).toBe(realtime);
    expect(await loadStorage(client)).toBe(storage);
  });
});
