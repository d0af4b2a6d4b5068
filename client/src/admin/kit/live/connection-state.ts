import { createStore } from '@/shared/ui/store';

/**
 * `starting` until the first connection; `live` while realtime delivers changes; `disconnected` while it
 * does not and the lists poll.
 */
export type ConnectionState = 'starting' | 'live' | 'disconnected';

/** Outside React: the realtime channel sets it, every list reads it. */
export const connectionState = createStore<ConnectionState>('starting');
