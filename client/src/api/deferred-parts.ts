import type { RealtimeClient as LoadedRealtime, SupabaseClient } from '@supabase/supabase-js';

type LoadedStorage = SupabaseClient['storage'];
type RealtimeOptions = ConstructorParameters<typeof LoadedRealtime>;
type StorageOptions = ConstructorParameters<typeof import('@supabase/storage-js').StorageClient>;
type Parts = { realtime: LoadedRealtime; storage: LoadedStorage };

/** supabase-js exports it again. The site does not use it. */
export const StorageApiError = undefined;

/** In the build, supabase-js creates this in place of its RealtimeClient (vite-deferred-parts.ts). */
export class RealtimeClient {
  readonly options: RealtimeOptions;

  constructor(...options: RealtimeOptions) {
    this.options = options;
  }

  /** supabase-js reports each new token. It is not kept: loadRealtime asks for the newest. */
  setAuth(): Promise<void> {
    return Promise.resolve();
  }
}

/** In the build, supabase-js creates this in place of its StorageClient (vite-deferred-parts.ts). */
export class StorageClient {
  readonly options: StorageOptions;

  constructor(...options: StorageOptions) {
    this.options = options;
  }
}

/** Loads realtime-js, unless it is loaded; call it before `channel`. Rejects if the file does not load. */
export async function loadRealtime(client: Parts): Promise<void> {
  const part: unknown = client.realtime;
  if (!(part instanceof RealtimeClient)) return;
  const { RealtimeClient: Loaded } = await import('@supabase/realtime-js');
  const realtime = new Loaded(...part.options);
  // A channel joins with the token that its client has: until then that of the role anon.
  await realtime.setAuth();
  // Another call may have been faster; its channels stay.
  if (isDeferred(client.realtime)) client.realtime = realtime;
}

/** The storage client, loaded on first use. Rejects if the file does not load. */
export async function loadStorage(client: Parts): Promise<LoadedStorage> {
  const part: unknown = client.storage;
  if (part instanceof StorageClient) {
    const loaded = await import('@supabase/storage-js');
    client.storage = new loaded.StorageClient(...part.options);
  }
  return client.storage;
}

const isDeferred = (part: unknown): boolean => part instanceof RealtimeClient;
