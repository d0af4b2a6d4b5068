import { intlOf, type IntlTables } from './intl';

/** The tables that the build inserts. */
declare const INTL_TABLES: IntlTables;

/** The functions that the Go program gives to the interpreter (client/site/render). */
declare const hostLog: (text: string) => void;

/**
 * Polyfills of globals that the libraries expect of a browser or of Node, for an interpreter that has only ECMAScript. A render is one
 * synchronous call, so timers never run.
 */
const log = (...values: unknown[]) => hostLog(values.map(String).join(' '));
const ignore = () => undefined;

class Parameters {
  readonly #entries: [string, string][];

  constructor(source: Parameters | string = '') {
    this.#entries = source instanceof Parameters ? [...source.#entries] : entriesOf(source);
  }

  get(name: string): string | null {
    return this.#entries.find(([key]) => key === name)?.[1] ?? null;
  }

  getAll(name: string): string[] {
    return this.#entries.flatMap(([key, value]) => (key === name ? [value] : []));
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  set(name: string, value: string): void {
    this.delete(name);
    this.#entries.push([name, value]);
  }

  append(name: string, value: string): void {
    this.#entries.push([name, value]);
  }

  delete(name: string): void {
    const others = this.#entries.filter(([key]) => key !== name);
    this.#entries.splice(0, this.#entries.length, ...others);
  }

  keys() {
    return this.#entries.map(([key]) => key).values();
  }

  forEach(visit: (value: string, key: string) => void): void {
    for (const [key, value] of this.#entries) visit(value, key);
  }

  [Symbol.iterator]() {
    return this.#entries.values();
  }

  toString(): string {
    return this.#entries
      .map((entry) =>
        entry.map((text) => encodeURIComponent(text).replaceAll('%20', '+')).join('='),
      )
      .join('&');
  }
}

const entriesOf = (query: string): [string, string][] =>
  query
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [decoded(name), decoded(value.join('='))];
    });

const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

/** An http address, whole or relative to an origin. */
class Address {
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;

  constructor(address: string, base = '') {
    const parts = /^(https?:\/\/[^/?#]+)?([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address);
    this.origin = parts?.[1] ?? /^https?:\/\/[^/?#]+/.exec(base)?.[0] ?? '';
    if (this.origin === '') throw new TypeError(`Invalid URL: ${address}`);
    this.pathname = encodeURI(decodeURI(`/${(parts?.[2] ?? '').replace(/^\//, '')}`));
    this.search = parts?.[3] ?? '';
    this.hash = parts?.[4] ?? '';
  }

  get href(): string {
    return this.origin + this.pathname + this.search + this.hash;
  }

  toString(): string {
    return this.href;
  }
}

Object.assign(globalThis, {
  self: globalThis,
  process: { env: { NODE_ENV: 'production' } },
  console: { log, info: log, debug: log, warn: log, error: log },
  Intl: intlOf(INTL_TABLES),
  URL: Address,
  URLSearchParams: Parameters,
  setTimeout: ignore,
  clearTimeout: ignore,
  setInterval: ignore,
  clearInterval: ignore,
  queueMicrotask: (task: () => void) => void Promise.resolve().then(task),
  // react-dom/server makes one of each when it is loaded, for streams.
  TextEncoder: class {
    encode(text: string): Uint8Array {
      const bytes = encodeURIComponent(text).match(/%..|./g) ?? [];
      return Uint8Array.from(bytes, (byte) =>
        byte.length === 3 ? parseInt(byte.slice(1), 16) : byte.charCodeAt(0),
      );
    }
  },
  MessageChannel: class {
    readonly port1 = {};
    readonly port2 = { postMessage: ignore };
  },
});
