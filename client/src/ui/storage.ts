/**
 * Access to the storage of the browser that never throws: a prerender has none, a private window may
 * refuse it, and it can be full. Values are JSON; `text` is for what others read or write as it is.
 */
class SafeStorage {
  readonly #open: () => Storage;

  constructor(open: () => Storage) {
    this.#open = open;
  }

  /** The value, or null where there is none that can be read. */
  read(key: string): unknown {
    return parseJSON(this.readText(key));
  }

  /** Writes a value, or removes it where it is undefined. Says whether that was possible. */
  write(key: string, value: unknown): boolean {
    return this.writeText(key, value === undefined ? undefined : JSON.stringify(value));
  }

  readText(key: string): string | null {
    try {
      return this.#open().getItem(key);
    } catch {
      return null;
    }
  }

  writeText(key: string, text: string | undefined): boolean {
    try {
      if (text === undefined) this.#open().removeItem(key);
      else this.#open().setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }

  /** The keys that begin with a prefix. */
  keys(prefix: string): string[] {
    try {
      return Object.keys(this.#open()).filter((key) => key.startsWith(prefix));
    } catch {
      return [];
    }
  }
}

export const localStore = new SafeStorage(() => localStorage);
export const sessionStore = new SafeStorage(() => sessionStorage);

/** Parses JSON; null where it is none. */
export function parseJSON(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** A value as an object whose fields are unknown; {} where it is none. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  isRecord(value) ? { ...value } : {};

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Drafts: what was typed and not saved, for the session, so that a reload or a lost network loses
// nothing. The caller checks what it reads.
const draftKey = (name: string) => `draft.${name}`;

export const readDraft = (name: string): unknown => sessionStore.read(draftKey(name));

/** Keeps a draft, or removes it where it is undefined. Says whether that was possible. */
export const writeDraft = (name: string, draft: unknown): boolean =>
  sessionStore.write(draftKey(name), draft);
