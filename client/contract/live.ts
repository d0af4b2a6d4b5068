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

// What the tests of realtime share: the stock clients of every kind, and how one waits for what they
// hear.

const auth = { persistSession: false, autoRefreshToken: false };

type Options = Pick<RealtimeClientOptions, 'logger' | 'reconnectAfterMs' | 'heartbeatIntervalMs'>;

/** A stock client: which, and by which of the two framings it speaks. */
export interface Kind {
  name: string;
  /** It sends and is sent bytes, and REST broadcasts one by one. */
  isNew: boolean;
  /** The framing has binary messages. */
  isBinary: boolean;
  create: (key: string, realtime: Options, token?: () => Promise<string>) => SupabaseClient;
}

/** The oldest one is used by the types of the newest, of which it has the older part. */
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
      // It would hold back what is sent within 100 ms of the last.
      const realtime = { ...options, params: { eventsPerSecond: 1000 } };
      const client: unknown = createOldest(inject('address'), key, { auth, realtime });
      if (!isClient(client)) throw new Error('the oldest client has no realtime');
      return client;
    },
  },
];

/** A client for this test alone. What it said and heard is shown where the test fails. */
export const connect = (kind: Kind, role: Role, options: Options = {}): SupabaseClient =>
  follow(kind, role, options);

/** A visitor who has a token, which may be changed later: the newest clients ask for it. */
export async function connectWith(kind: Kind, first: string, options: Options = {}) {
  let token = first;
  const client = follow(kind, 'anon', options, () => Promise.resolve(token));
  const renew = async (next: string) => {
    token = next;
    await (kind.isNew ? client.realtime.setAuth() : client.realtime.setAuth(next));
  };
  await renew(first);
  return { client, renew };
}

function follow(kind: Kind, role: Role, options: Options, token?: () => Promise<string>) {
  const frames: string[] = [];
  const logger = (about: string, message: string, data?: unknown) => {
    frames.push(`${about} ${message} ${JSON.stringify(data) ?? ''}`);
  };
  const client = kind.create(inject('keys')[role], { logger, ...options }, token);
  onTestFailed(() => {
    console.error(`${kind.name} as ${role}:\n${frames.join('\n')}`);
  });
  onTestFinished(() => {
    // Nothing waits for it: the newest client takes 300 ms to say good-bye.
    void client.removeAllChannels();
  });
  return client;
}

/** What has been heard, to be taken one by one. A test that waits in vain ends by its own limit. */
export class Heard<T> {
  readonly #kept: T[] = [];
  readonly #waiting: ((value: T) => void)[] = [];

  readonly hear = (value: T): void => {
    const take = this.#waiting.shift();
    if (take === undefined) this.#kept.push(value);
    else take(value);
  };

  next(): Promise<T> {
    const [value] = this.#kept.splice(0, 1);
    return value === undefined
      ? new Promise((resolve) => this.#waiting.push(resolve))
      : Promise.resolve(value);
  }

  /** The first that is wanted; those before it are dropped. */
  async until(isWanted: (value: T) => boolean): Promise<T> {
    const value = await this.next();
    return isWanted(value) ? value : this.until(isWanted);
  }

  /** What was heard, and nobody has taken. */
  rest(): T[] {
    return this.#kept.splice(0);
  }
}

/** A join that the database let wait for too long: the client joins again by itself. */
const isAway = (error: Error | undefined) =>
  error !== undefined && error.message.includes('UnableToConnectToProject');

/** Resolves once the channel is joined; rejects where it is refused. */
export const joined = (channel: RealtimeChannel): Promise<RealtimeChannel> =>
  new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve(channel);
      else if (!isAway(error)) reject(new Error(`${status}: ${error?.message ?? ''}`));
    });
  });

/** Each status of the channel from its first join on, with the error's words. */
export function statusesOf(channel: RealtimeChannel): Heard<string> {
  const heard = new Heard<string>();
  channel.subscribe((status, error) => {
    heard.hear(error === undefined ? status : `${status}: ${error.message}`);
  });
  return heard;
}

export interface SystemMessage {
  extension: string;
  status: string;
  message: string;
  channel: string;
}

/** What the server says of the channel itself. */
export function systemOf(channel: RealtimeChannel): Heard<SystemMessage> {
  const heard = new Heard<SystemMessage>();
  channel.on('system', {}, heard.hear);
  return heard;
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

/** Follows a table, all of public's where there is none. */
export function changesOf(channel: RealtimeChannel, wanted: Wanted): Heard<Change> {
  const heard = new Heard<Change>();
  const { event = '*', schema = 'public', ...rest } = wanted;
  // One signature for each event, of which none takes them all.
  if (event === '*') channel.on<Row>('postgres_changes', { event, schema, ...rest }, heard.hear);
  if (event === 'INSERT')
    channel.on<Row>('postgres_changes', { event, schema, ...rest }, heard.hear);
  if (event === 'UPDATE')
    channel.on<Row>('postgres_changes', { event, schema, ...rest }, heard.hear);
  if (event === 'DELETE')
    channel.on<Row>('postgres_changes', { event, schema, ...rest }, heard.hear);
  return heard;
}

/** What a channel answers to what is sent; the oldest client must be asked again where two follow each other closely. */
export async function unhurried(send: () => Promise<string>): Promise<string> {
  const answer = await send();
  if (answer !== 'rate limited') return answer;
  await new Promise(setImmediate);
  return unhurried(send);
}

export const say = (channel: RealtimeChannel, payload: unknown) =>
  unhurried(() => channel.send({ type: 'broadcast', event: 'word', payload }));

/** What others send on the channel, by the event's name or `*`. */
export interface Broadcast {
  type: string;
  event: string;
  payload?: unknown;
  meta?: Row;
}

export function broadcastsOf(channel: RealtimeChannel, event: string): Heard<Broadcast> {
  const heard = new Heard<Broadcast>();
  channel.on('broadcast', { event }, heard.hear);
  return heard;
}
