import {
  createClient,
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
  type RealtimeClientOptions,
  type RealtimePostgresChangesPayload,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { createClient as createOldest } from 'oldest-supabase-js';
import { inject, onTestFailed, onTestFinished } from 'vitest';
import type { Role } from './program.ts';

// Shared by the tests of realtime: the supported clients, and queues of the events that they receive.

const auth = { persistSession: false, autoRefreshToken: false };

type Options = Pick<RealtimeClientOptions, 'logger' | 'reconnectAfterMs' | 'heartbeatIntervalMs'>;

/** A version of supabase-js with one of the two serializers. */
export interface Kind {
  name: string;
  /** It supports private channels, tokens by callback and httpSend. */
  isNew: boolean;
  /** The serializer has binary messages. */
  isBinary: boolean;
  create: (key: string, realtime: Options, token?: () => Promise<string>) => SupabaseClient;
}

/** The oldest client is used with the types of the newest. */
const isClient = (client: unknown): client is SupabaseClient =>
  typeof client === 'object' && client !== null && 'realtime' in client;

export const newest: Kind = {
  name: 'the newest client',
  isNew: true,
  isBinary: true,
  create: (key, realtime, token) => createNewest(key, realtime, token),
};

const createNewest = (
  key: string,
  realtime: RealtimeClientOptions,
  token?: () => Promise<string>,
) =>
  createClient(
    inject('address'),
    key,
    token === undefined ? { auth, realtime } : { accessToken: token, realtime },
  );

export const kinds: Kind[] = [
  newest,
  {
    name: 'the newest client by protocol 1.0.0',
    isNew: true,
    isBinary: false,
    create: (key, realtime, token) => createNewest(key, { ...realtime, vsn: '1.0.0' }, token),
  },
  {
    name: 'the oldest client',
    isNew: false,
    isBinary: false,
    create: (key, options) => {
      // By default it limits messages to one in 100 ms.
      const realtime = { ...options, params: { eventsPerSecond: 1000 } };
      const client: unknown = createOldest(inject('address'), key, { auth, realtime });
      if (!isClient(client)) throw new Error('the oldest client has no realtime');
      return client;
    },
  },
];

/** A client for one test. Its frames are logged if the test fails. */
export const connect = (kind: Kind, role: Role, options: Options = {}): SupabaseClient =>
  createClientFor(kind, role, options);

/** A client with a token that can be replaced; the newest clients get it by a callback. */
export async function connectWith(kind: Kind, first: string, options: Options = {}) {
  let token = first;
  const client = createClientFor(kind, 'anon', options, () => Promise.resolve(token));
  const renew = async (next: string) => {
    token = next;
    await (kind.isNew ? client.realtime.setAuth() : client.realtime.setAuth(next));
  };
  await renew(first);
  return { client, renew };
}

function createClientFor(kind: Kind, role: Role, options: Options, token?: () => Promise<string>) {
  const frames: string[] = [];
  const logger = (about: string, message: string, data?: unknown) => {
    frames.push(`${about} ${message} ${JSON.stringify(data) ?? ''}`);
  };
  const client = kind.create(inject('keys')[role], { logger, ...options }, token);
  onTestFailed(() => {
    console.error(`${kind.name} as ${role}:\n${frames.join('\n')}`);
  });
  onTestFinished(() => {
    // Not awaited: the newest client takes 300 ms to leave.
    void client.removeAllChannels();
  });
  return client;
}

/** A queue of received events. A test that waits for a missing event ends by its timeout. */
export class Received<T> {
  readonly #queue: T[] = [];
  readonly #waiting: ((value: T) => void)[] = [];

  readonly push = (value: T): void => {
    const take = this.#waiting.shift();
    if (take === undefined) this.#queue.push(value);
    else take(value);
  };

  next(): Promise<T> {
    const [value] = this.#queue.splice(0, 1);
    return value === undefined
      ? new Promise((resolve) => this.#waiting.push(resolve))
      : Promise.resolve(value);
  }

  /** The first event that matches; those before it are dropped. */
  async until(isWanted: (value: T) => boolean): Promise<T> {
    const value = await this.next();
    return isWanted(value) ? value : this.until(isWanted);
  }

  /** Removes and returns the remaining events. */
  drain(): T[] {
    return this.#queue.splice(0);
  }
}

/** A join that timed out because of the database: the client rejoins. */
const isRetried = (error: Error | undefined) =>
  error !== undefined && error.message.includes('UnableToConnectToProject');

/** Resolves when the channel is joined; rejects if it is refused. */
export const joined = (channel: RealtimeChannel): Promise<RealtimeChannel> =>
  new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve(channel);
      else if (!isRetried(error)) reject(new Error(`${status}: ${error?.message ?? ''}`));
    });
  });

/** The statuses of the channel since its first join, with the error messages. */
export function statusesOf(channel: RealtimeChannel): Received<string> {
  const received = new Received<string>();
  channel.subscribe((status, error) => {
    received.push(error === undefined ? status : `${status}: ${error.message}`);
  });
  return received;
}

export interface SystemMessage {
  extension: string;
  status: string;
  message: string;
  channel: string;
}

/** The system messages of the channel. */
export function systemOf(channel: RealtimeChannel): Received<SystemMessage> {
  const received = new Received<SystemMessage>();
  channel.on('system', {}, received.push);
  return received;
}

export type Row = Record<string, unknown>;
export type Change = RealtimePostgresChangesPayload<Row>;

interface Wanted {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  schema?: string;
  table?: string;
  filter?: string;
  select?: string[];
}

/** Subscribes to changes of a table, or of all tables in public. */
export function changesOf(channel: RealtimeChannel, wanted: Wanted): Received<Change> {
  const received = new Received<Change>();
  const { event = '*', schema = 'public', ...rest } = wanted;
  // The types have one signature per event and none for all.
  if (event === '*') channel.on<Row>('postgres_changes', { event, schema, ...rest }, received.push);
  if (event === 'INSERT')
    channel.on<Row>('postgres_changes', { event, schema, ...rest }, received.push);
  if (event === 'UPDATE')
    channel.on<Row>('postgres_changes', { event, schema, ...rest }, received.push);
  if (event === 'DELETE')
    channel.on<Row>('postgres_changes', { event, schema, ...rest }, received.push);
  return received;
}

/** Sends until the client does not limit the rate: the oldest client refuses messages in quick succession. */
export async function withRetry(send: () => Promise<string>): Promise<string> {
  const answer = await send();
  if (answer !== 'rate limited') return answer;
  await new Promise(setImmediate);
  return withRetry(send);
}

export const sendWord = (channel: RealtimeChannel, payload: unknown) =>
  withRetry(() => channel.send({ type: 'broadcast', event: 'word', payload }));

/** A received broadcast. */
export interface Broadcast {
  type: string;
  event: string;
  payload?: unknown;
  meta?: Row;
}

export function broadcastsOf(channel: RealtimeChannel, event: string): Received<Broadcast> {
  const received = new Received<Broadcast>();
  channel.on('broadcast', { event }, received.push);
  return received;
}
