import type { FunctionsClient as LoadedFunctions } from '@supabase/functions-js';
import type { RealtimeClient as LoadedRealtime, SupabaseClient } from '@supabase/supabase-js';

type LoadedStorage = SupabaseClient['storage'];
type FunctionsOptions = ConstructorParameters<typeof LoadedFunctions>;
type RealtimeOptions = ConstructorParameters<typeof LoadedRealtime>;
type StorageOptions = ConstructorParameters<typeof import('@supabase/storage-js').StorageClient>;
type Parts = { realtime: LoadedRealtime; storage: LoadedStorage };

// supabase-js exports them again. The site does not use them.
export const StorageApiError = undefined;
export const FunctionRegion = undefined;
export const FunctionsError = undefined;
export const FunctionsFetchError = undefined;
export const FunctionsHttpError = undefined;
export const FunctionsRelayError = undefined;

/** In the build, supabase-js creates this in place of its FunctionsClient (vite-deferred-parts.ts). */
export class FunctionsClient {
  readonly options: FunctionsOptions;

  constructor(...options: FunctionsOptions) {
    this.options = options;
  }

  /** Loads functions-js and calls the function. A failed load is an error as that of a failed request. */
  async invoke(...call: Parameters<LoadedFunctions['invoke']>) {
    try {
      const { FunctionsClient: Loaded } = await import('@supabase/functions-js');
      return await new Loaded(...this.options).invoke(...call);
    } catch (cause) {
      const error = new Error('functions-js could not be loaded', { cause });
      error.name = 'FunctionsFetchError';
      return { data: null, error };
    }
  }
}

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
