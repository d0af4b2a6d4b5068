import type { RealtimeChannel, RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import { sb } from './client';
import type { Supabase } from './supabase';

/** A table to follow, and which columns of a changed row are wanted; the key comes in any case. */
export type FollowedTable = { table: string; columns: readonly string[] };

/** What happened to a row. Of a deleted one only the key is known. */
export type RowEvent = {
  table: string;
  kind: 'INSERT' | 'UPDATE' | 'DELETE';
  row: Readonly<Record<string, unknown>>;
};

export type Listener = {
  onEvent: (event: RowEvent) => void;
  /** True: whatever is committed from now on is told. False: from now on something may be missed. */
  onLive: (isLive: boolean) => void;
};

/**
 * Follows tables over one channel, as whoever is signed in may read them, until the returned function is
 * called. It comes back by itself, whatever ends it: a lost network and a restart by the client's own
 * means, a channel that the server has closed by another one.
 */
export function followTables(tables: readonly FollowedTable[], listener: Listener): () => void {
  const line = new Line(tables, listener);
  void line.open();
  return () => line.close();
}

// Milliseconds before the next try: after one failure, two, and so on.
const pauses = [1_000, 2_000, 5_000, 10_000, 30_000];

// A channel that is on its way out still has its name.
let opened = 0;

class Line {
  readonly #tables: readonly FollowedTable[];
  readonly #listener: Listener;
  #channel: RealtimeChannel | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isJoined = false;
  #isLive: boolean | undefined;
  #isOver = false;

  constructor(tables: readonly FollowedTable[], listener: Listener) {
    this.#tables = tables;
    this.#listener = listener;
  }

  async open(): Promise<void> {
    try {
      const client = await sb();
      if (!this.#isOver) this.#join(client);
    } catch (error) {
      console.warn('live updates', error);
      this.#setLive(false);
      this.#openLater();
    }
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    const channel = this.#channel;
    if (channel !== undefined) void sb().then((client) => client.removeChannel(channel));
  }

  #join(client: Supabase): void {
    opened += 1;
    const channel = client.channel(`admin-${opened}`);
    this.#channel = channel;
    for (const { table, columns } of this.#tables) {
      channel.on<Row>(
        'postgres_changes',
        { event: '*', schema: 'public', table, select: [...columns] },
        (payload) => this.#hear(payload),
      );
    }
    channel.on('system', {}, (payload: unknown) => this.#obey(payload));
    channel.subscribe((status, error) => {
      if (this.#channel !== channel || this.#isOver) return;
      const state: string = status;
      this.#isJoined = state === 'SUBSCRIBED';
      if (this.#isJoined) return; // the server says when it tells of changes
      this.#setLive(false);
      if (error !== undefined) console.warn('live updates', error.message);
      // Of all ends this one is for good: the others rejoin.
      if (state === 'CLOSED') this.#openLater();
    });
  }

  #hear(payload: RealtimePostgresChangesPayload<Row>): void {
    if (this.#isOver) return;
    const { table, eventType: kind } = payload;
    this.#listener.onEvent({ table, kind, row: kind === 'DELETE' ? payload.old : payload.new });
  }

  /** The server's own word on the changes: they are told, or why they are not. */
  #obey(payload: unknown): void {
    if (this.#isOver || !isWordOnChanges(payload)) return;
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

  #openLater(): void {
    if (this.#isOver) return;
    const pause = pauses[Math.min(this.#failures, pauses.length - 1)];
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.open(), pause);
  }
}

type Row = Record<string, unknown>;

type WordOnChanges = { extension: 'postgres_changes'; status: unknown; message: unknown };

const isWordOnChanges = (payload: unknown): payload is WordOnChanges =>
  typeof payload === 'object' &&
  payload !== null &&
  'extension' in payload &&
  payload.extension === 'postgres_changes' &&
  'status' in payload &&
  'message' in payload;
