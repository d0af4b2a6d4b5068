import type { AuthChangeEvent, GoTrueClient as LoadedAuth, Session } from '@supabase/auth-js';
import type { SupabaseClient } from '@supabase/supabase-js';

type Options = ConstructorParameters<typeof LoadedAuth>;
type Listener = (event: AuthChangeEvent, session: Session | null) => void | Promise<void>;
type Subscription = { data: { subscription: { unsubscribe: () => void } } };

// Of auth-js, which does not export it: a session that ends sooner is refreshed before it is used.
const expiryMargin = 90_000; // milliseconds

/**
 * In the build, supabase-js creates this in place of its AuthClient (vite-deferred-parts.ts). It has no state of
 * its own: it answers from the stored session, as auth-js does, while that is valid for another 90 s. For
 * everything else it loads auth-js, once, with the options of supabase-js: for a session that is to be refreshed or
 * that an address carries, and for all other methods (loadAuth).
 */
export class AuthClient {
  readonly #options: Options;
  readonly #followers = new Set<Follower>();
  /** An address that auth-js takes a session from: nothing is known before it has. */
  readonly #isFromLink = isAnswer(new URL(window.location.href));
  #loading: Promise<LoadedAuth> | undefined;
  #loaded: LoadedAuth | undefined;

  constructor(...options: Options) {
    this.#options = options;
    if (this.#isFromLink) void this.load().catch(() => undefined); // the next call loads it again
  }

  async getSession(): Promise<Awaited<ReturnType<LoadedAuth['getSession']>>> {
    const session = this.#storedSession();
    if (session === undefined) return (await this.load()).getSession();
    // The same twice: its type has the two apart.
    return session === null
      ? { data: { session }, error: null }
      : { data: { session }, error: null };
  }

  /** Calls back with the stored session, and with all events once auth-js is loaded. It does not load it. */
  onAuthStateChange(listener: Listener): Subscription {
    if (this.#loaded !== undefined) return this.#loaded.onAuthStateChange(listener);
    const follower = new Follower(listener);
    this.#followers.add(follower);
    void this.#tell(follower);
    const unsubscribe = () => {
      this.#followers.delete(follower);
      follower.stop();
    };
    return { data: { subscription: { unsubscribe } } };
  }

  /** auth-js, loaded once. Rejects if the file does not load; the next call tries again. */
  load(): Promise<LoadedAuth> {
    this.#loading ??= this.#open();
    return this.#loading;
  }

  async #open(): Promise<LoadedAuth> {
    try {
      const { AuthClient: Loaded } = await import('@supabase/auth-js');
      const auth = new Loaded(...this.#options);
      this.#followers.forEach((follower) => follower.follow(auth));
      this.#loaded = auth;
      return auth;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  async #tell(follower: Follower): Promise<void> {
    await Promise.resolve(); // supabase-js calls back later too
    const session = this.#storedSession();
    if (session !== undefined) return follower.tell(session);
    // auth-js tells its first session itself. Without it there is none, as where its refresh fails.
    await this.load().catch(() => follower.tell(null));
  }

  /** Null if there is none; undefined if only auth-js can tell. */
  #storedSession(): Session | null | undefined {
    const [{ storageKey = '' }] = this.#options;
    if (this.#loaded !== undefined || this.#isFromLink) return undefined;
    try {
      const text = localStorage.getItem(storageKey);
      if (text === null) return null;
      const session: unknown = JSON.parse(text);
      return isSession(session) && !isExpiring(session) ? session : undefined;
    } catch {
      return undefined; // no storage, or no JSON
    }
  }
}

/** auth-js, loaded on first use: every method but getSession and onAuthStateChange. Rejects if it does not load. */
export async function loadAuth(client: Pick<SupabaseClient, 'auth'>): Promise<LoadedAuth> {
  const part: unknown = client.auth;
  if (part instanceof AuthClient) client.auth = await part.load();
  return client.auth;
}

/** A listener, which auth-js calls when it is loaded. */
class Follower {
  readonly #listener: Listener;
  /** The access token that the listener was told; null for no session, undefined for nothing yet. */
  #told: string | null | undefined;
  #isOver = false;
  stop = (): void => void (this.#isOver = true);

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  tell(session: Session | null): void {
    if (this.#isOver || this.#told !== undefined) return;
    this.#told = session?.access_token ?? null;
    void this.#listener('INITIAL_SESSION', session);
  }

  follow(auth: LoadedAuth): void {
    let isOpening = true;
    const { data } = auth.onAuthStateChange((event, session) => {
      const isKnown = isOpening && (session?.access_token ?? null) === this.#told;
      if (event === 'INITIAL_SESSION') isOpening = false;
      return isKnown ? undefined : this.#listener(event, session);
    });
    this.stop = () => data.subscription.unsubscribe();
  }
}

/** Whether the auth server has answered in an address: with a session, an error or a code. */
function isAnswer({ hash, searchParams }: URL): boolean {
  const values = new URLSearchParams(hash.slice(1));
  return ['access_token', 'error', 'error_description', 'error_code', 'code'].some(
    (name) => searchParams.has(name) || values.has(name),
  );
}

const isExpiring = ({ expires_at: seconds = 0 }: Session): boolean =>
  seconds * 1000 - Date.now() < expiryMargin;

const isSession = (value: unknown): value is Session =>
  typeof value === 'object' &&
  value !== null &&
  'access_token' in value &&
  typeof value.access_token === 'string' &&
  'refresh_token' in value &&
  'expires_at' in value &&
  typeof value.expires_at === 'number' &&
  'user' in value &&
  typeof value.user === 'object' &&
  value.user !== null;
