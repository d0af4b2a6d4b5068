import type { QueryClient } from '@tanstack/react-query';
import { hasUnsaved } from '../../admin/unsaved';
import {
  confirmUser,
  currentToken,
  endSession,
  findAdmin,
  renewSession,
  broadcastSignOut,
  recordLogin,
  type AdminUser,
  type User,
} from './admin-session';
import type { AdminAuth } from './use-admin-auth';

type SessionState = Pick<
  AdminAuth,
  'user' | 'adminUser' | 'loading' | 'hasExpired' | 'hasSignedOut'
>;

const initialState: SessionState = {
  user: null,
  adminUser: null,
  loading: true,
  hasExpired: false,
  hasSignedOut: false,
};

/**
 * Who is in, outside React, because calls to the server ask for it too. The server decides what anyone
 * may do; this only knows whom to show, and whom to ask for the password again.
 */
export class SessionStore {
  readonly #queries: QueryClient;
  readonly #listeners = new Set<() => void>();
  #state = initialState;
  #lookup = 0;
  /** Calls that found the session over. */
  #waiting: ((token: string | undefined) => void)[] = [];

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  readonly get = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Looks up what a user is and shows it. Only the latest question may answer: an earlier one that
   * comes back late must not bring a person back who has left.
   */
  readonly setUser = async (user: User | null): Promise<AdminUser | null> => {
    const lookup = ++this.#lookup;
    if (user === null) return this.#end();
    const found = await findAdmin(user.id);
    if (lookup !== this.#lookup) return found ?? null;
    const { adminUser } = this.#state;
    // A lookup that failed tells nothing new of somebody who is in already.
    const admin = found ?? (adminUser?.auth_user_id === user.id ? adminUser : null);
    if (admin === null || found === null) return this.#refuse(user);
    return this.#signIn(user, admin);
  };

  /** Somebody leaves by the button. Another tab follows, unless words would be lost there. */
  readonly signOut = async (): Promise<void> => {
    this.#set({ ...this.#state, hasSignedOut: true });
    broadcastSignOut();
    await endSession();
  };

  readonly signedOutElsewhere = (): void => {
    if (!hasUnsaved()) this.#set({ ...this.#state, hasSignedOut: true });
  };

  /** Looks again whether who is in is an admin still: a deactivated one reads empty lists, and no refusal. */
  readonly recheck = (): void => {
    const { user, adminUser } = this.#state;
    if (user !== null && adminUser !== null) void this.setUser(user);
  };

  /** Asks the server anew who this is: it refused something. */
  readonly check = async (): Promise<void> => {
    const user = await confirmUser();
    if (user === null) await endSession();
    else if (user !== undefined) await this.setUser(user);
  };

  /**
   * The token for a call that has none, or was refused with this one: at once where there is a newer one
   * or the session can be renewed, else once the password was given again. Undefined where the refusal
   * stands: by right, or because nobody comes back.
   */
  readonly renew = async ({
    token,
  }: {
    token: string | undefined;
  }): Promise<string | undefined> => {
    if (this.#state.adminUser === null || this.#state.hasSignedOut) return undefined;
    const current = await currentToken();
    if (current !== undefined && current !== token) return current;
    if (current !== undefined) {
      if ((await confirmUser()) !== null) return undefined;
      const renewed = await renewSession();
      if (renewed !== undefined) return renewed;
      await endSession();
    }
    this.#expire();
    return new Promise((resolve) => void this.#waiting.push(resolve));
  };

  #end(): null {
    if (this.#state.adminUser !== null && !this.#state.hasSignedOut) this.#expire();
    else this.#clear({ ...initialState, loading: false, hasSignedOut: this.#state.hasSignedOut });
    return null;
  }

  #refuse(user: User): null {
    this.#clear({ ...initialState, user, loading: false, hasSignedOut: this.#state.hasSignedOut });
    return null;
  }

  #expire(): void {
    this.#set({ ...this.#state, user: null, loading: false, hasExpired: true });
  }

  #signIn(user: User, admin: AdminUser): AdminUser {
    const { adminUser: before, hasExpired } = this.#state;
    const isSame = before?.id === admin.id;
    if (!isSame) this.#clear({ ...initialState, loading: false });
    this.#set({ user, adminUser: admin, loading: false, hasExpired: false, hasSignedOut: false });
    if (!isSame || hasExpired) void recordLogin(admin.id);
    if (hasExpired) void this.#queries.invalidateQueries();
    void currentToken().then((token) => this.#release(token));
    return admin;
  }

  // What one person saw, or was about to do, is not for the next.
  #clear(next: SessionState): void {
    this.#queries.clear();
    this.#release(undefined);
    this.#set(next);
  }

  #release(token: string | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    waiting.forEach((resolve) => resolve(token));
  }

  #set(next: SessionState): void {
    this.#state = next;
    this.#listeners.forEach((listener) => listener());
  }
}
