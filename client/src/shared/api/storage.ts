/**
 * Access to the browser's storage that never throws: the server has none, a private window may refuse
 * it, and it can be full. Values are JSON; readText and writeText are for plain text.
 */
export class SafeStorage {
  readonly #open: () => Storage;

  constructor(open: () => Storage) {
    this.#open = open;
  }

  /** The value; null if there is none or it is not JSON. */
  read(key: string): unknown {
    return parseJSON(this.readText(key));
  }

  /** Writes a value; undefined removes it. Returns whether it succeeded. */
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

/** Parses JSON; null if it is invalid. */
export function parseJSON(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** A value as an object with unknown fields; {} if it is not an object. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  isRecord(value) ? { ...value } : {};

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Drafts: unsaved input in session storage, so that a reload loses nothing. The caller validates what it
// reads.
const draftKey = (name: string) => `draft.${name}`;

export const readDraft = (name: string): unknown => sessionStore.read(draftKey(name));

/** Writes a draft; undefined removes it. Returns whether it succeeded. */
export const writeDraft = (name: string, draft: unknown): boolean =>
  sessionStore.write(draftKey(name), draft);
