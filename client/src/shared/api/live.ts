import type { RealtimeChannel, RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import { sb } from './client';
import type { Supabase } from './supabase';

/** A table to follow, and the columns to receive; the primary key is always included. */
export type FollowedTable = { table: string; columns: readonly string[] };

/** A change of a row. A DELETE has only the primary key. */
export type RowEvent = {
  table: string;
  kind: 'INSERT' | 'UPDATE' | 'DELETE';
  row: Readonly<Record<string, unknown>>;
};

export type Listener = {
  onEvent: (event: RowEvent) => void;
  /** True: every later commit is delivered. False: changes may be missed from now on. */
  onLive: (isLive: boolean) => void;
};

/**
 * Subscribes to changes of tables over one channel, with the rights of the session, until the returned
 * function is called. supabase-js reconnects after a lost network or a restart; a channel that the
 * server has closed is replaced by a new one.
 */
export function followTables(tables: readonly FollowedTable[], listener: Listener): () => void {
  const follower = new TableFollower(tables, listener);
  void follower.open();
  return () => follower.close();
}

// Milliseconds before the next attempt, by the number of failures.
const retryDelays = [1_000, 2_000, 5_000, 10_000, 30_000];

// Part of the topic, since a channel that is being removed still uses its own.
let opened = 0;

class TableFollower {
  readonly #tables: readonly FollowedTable[];
  readonly #listener: Listener;
  #channel: RealtimeChannel | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isJoined = false;
  #isLive: boolean | undefined;
  #isClosed = false;
  /** From the subscription to its first status. */
  #isJoining = false;

  constructor(tables: readonly FollowedTable[], listener: Listener) {
    this.#tables = tables;
    this.#listener = listener;
  }

  async open(): Promise<void> {
    try {
      const client = await sb();
      if (!this.#isClosed) this.#join(client);
    } catch (error) {
      console.warn('live updates', error);
      this.#setLive(false);
      this.#scheduleOpen();
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const channel = this.#channel;
    // The last channel takes the socket with it, and browsers log an error of one that is closed while it opens.
    if (channel !== undefined && !this.#isJoining) {
      void sb().then((client) => client.removeChannel(channel));
    }
  }

  #join(client: Supabase): void {
    opened += 1;
    const channel = client.channel(`admin-${opened}`);
    this.#channel = channel;
    for (const { table, columns } of this.#tables) {
      channel.on<Row>(
        'postgres_changes',
        { event: '*', schema: 'public', table, select: [...columns] },
        (payload) => this.#onChange(payload),
      );
    }
    channel.on('system', {}, (payload: unknown) => this.#onSystem(payload));
    this.#isJoining = true;
    channel.subscribe((status, error) => {
      if (this.#channel !== channel) return;
      const wasJoining = this.#isJoining;
      this.#isJoining = false;
      if (this.#isClosed) {
        if (wasJoining) void client.removeChannel(channel);
        return;
      }
      const state: string = status;
      this.#isJoined = state === 'SUBSCRIBED';
      if (this.#isJoined) return; // live only after the system message
      this.#setLive(false);
      if (error !== undefined) console.warn('live updates', error.message);
      // Only CLOSED is final: supabase-js rejoins after the others.
      if (state === 'CLOSED') this.#scheduleOpen();
    });
  }

  #onChange(payload: RealtimePostgresChangesPayload<Row>): void {
    if (this.#isClosed) return;
    const { table, eventType: kind } = payload;
    this.#listener.onEvent({ table, kind, row: kind === 'DELETE' ? payload.old : payload.new });
  }

  /** The `system` message of the server: whether changes are delivered, or why not. */
  #onSystem(payload: unknown): void {
    if (this.#isClosed || !isChangesStatus(payload)) return;
    const isLive = payload.status === 'ok';
    if (!isLive) console.warn('live updates', payload.message);
    if (isLive && this.#isJoined) this.#failures = 0;
    this.#setLive(isLive && this.#isJoined);
  }

  #setLive(isLive: boolean): void {
    if (this.#isLive === isLive) return;
    this.#isLive = isLive;
    this.#listener.onLive(isLive);
  }

  #scheduleOpen(): void {
    if (this.#isClosed) return;
    const delay = retryDelays[Math.min(this.#failures, retryDelays.length - 1)];
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.open(), delay);
  }
}

type Row = Record<string, unknown>;

type ChangesStatus = { extension: 'postgres_changes'; status: unknown; message: unknown };

const isChangesStatus = (payload: unknown): payload is ChangesStatus =>
  typeof payload === 'object' &&
  payload !== null &&
  'extension' in payload &&
  payload.extension === 'postgres_changes' &&
  'status' in payload &&
  'message' in payload;
