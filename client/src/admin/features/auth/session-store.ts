import type { QueryClient } from '@tanstack/react-query';
import { createStore } from '@/shared/ui/store';
import { accountItems } from '@/admin/kit/account/account-items';
import { hasUnsaved } from '@/admin/kit/unsaved';
import {
  confirmUser,
  currentToken,
  endSession,
  findAdmin,
  renewSession,
  broadcastSignOut,
  recordLogin,
  type AdminUser,
  type FoundAdmin,
  type User,
} from './admin-session';
import type { AdminAuth } from './use-admin-auth';

type SessionState = Pick<
  AdminAuth,
  'user' | 'adminUser' | 'missing' | 'loading' | 'hasExpired' | 'hasSignedOut'
>;

const initialState: SessionState = {
  user: null,
  adminUser: null,
  missing: null,
  loading: true,
  hasExpired: false,
  hasSignedOut: false,
};

/**
 * The session state of the admin, outside React because API calls need it too. The server decides on
 * rights; this only decides what to show and when to ask for the password.
 */
export class SessionStore {
  readonly #queries: QueryClient;
  readonly store = createStore(initialState);
  #lookup = 0;
  /** API calls that wait for a new session. */
  #waiting: ((token: string | undefined) => void)[] = [];

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  /**
   * Fetches the admin record of a user and updates the state. Only the latest lookup counts: a late
   * response must not restore a user who has signed out.
   */
  readonly setUser = async (user: User | null): Promise<AdminUser | null> => {
    const lookup = ++this.#lookup;
    if (user === null) return this.#end();
    const found = await findAdmin(user.id);
    if (lookup !== this.#lookup) return found?.admin ?? null;
    if (found === null) return this.#refuse(user);
    // A failed lookup does not sign an admin out.
    const { adminUser, missing } = this.store.get();
    if (found !== undefined) return this.#signIn(user, found);
    return adminUser?.auth_user_id === user.id
      ? this.#signIn(user, { admin: adminUser, missing })
      : this.#refuse(user);
  };

  /** Signs out. Other tabs follow, unless they have unsaved changes. */
  readonly signOut = async (): Promise<void> => {
    broadcastSignOut();
    // First: what an open screen asks for after the end of the session is refused.
    this.#clear({ ...initialState, loading: false, hasSignedOut: true });
    await endSession();
  };

  /** A tab that was refused before it is told of the sign-out leaves too: its question for the password goes. */
  readonly signedOutElsewhere = (): void => {
    if (hasUnsaved()) return;
    this.store.set({ ...this.store.get(), hasSignedOut: true });
    if (this.store.get().hasExpired) this.#end();
  };

  /**
   * Checks whether the user is still an active admin: a deactivated one gets empty lists instead of errors.
   */
  readonly recheck = (): void => {
    const { user, adminUser } = this.store.get();
    if (user !== null && adminUser !== null) void this.setUser(user);
  };

  /** Verifies the session with the server after a refused request. */
  readonly check = async (): Promise<void> => {
    const user = await confirmUser();
    if (user === null) await endSession();
    else if (user !== undefined) await this.setUser(user);
  };

  /**
   * The token for a call without one, or whose token was refused: a newer or refreshed token at once, else
   * the one of the next sign-in. Undefined if the refusal is final: the user lacks the right, or signs out.
   */
  readonly renew = async ({
    token,
  }: {
    token: string | undefined;
  }): Promise<string | undefined> => {
    if (this.store.get().adminUser === null || this.store.get().hasSignedOut) return undefined;
    const current = await currentToken();
    // Before the second factor the newer token would be refused, or shown empty lists.
    if (current !== undefined && current !== token && this.store.get().missing === null)
      return current;
    if (current !== undefined) {
      if ((await confirmUser()) !== null) return undefined;
      const renewed = await renewSession();
      if (renewed !== undefined) return renewed;
      await endSession();
    }
    this.#end();
    if (this.store.get().hasSignedOut) return undefined; // meanwhile
    return new Promise((resolve) => void this.#waiting.push(resolve));
  };

  #end(): null {
    if (this.store.get().adminUser !== null && !this.store.get().hasSignedOut) this.#expire();
    else
      this.#clear({ ...initialState, loading: false, hasSignedOut: this.store.get().hasSignedOut });
    return null;
  }

  #refuse(user: User): null {
    this.#clear({
      ...initialState,
      user,
      loading: false,
      hasSignedOut: this.store.get().hasSignedOut,
    });
    return null;
  }

  #expire(): void {
    const { missing, hasExpired } = this.store.get();
    // Nothing was open yet: the sign-in begins again.
    if (missing !== null && !hasExpired) return this.#clear({ ...initialState, loading: false });
    this.store.set({
      ...this.store.get(),
      user: null,
      missing: null,
      loading: false,
      hasExpired: true,
    });
  }

  #signIn(user: User, { admin, missing }: FoundAdmin): AdminUser {
    const before = this.store.get();
    const isSame = before.adminUser?.id === admin.id;
    const wasOpen = isSame && (before.hasExpired || before.missing === null);
    if (!isSame) this.#clear({ ...initialState, loading: false });
    accountItems.open(user.id);
    const hasExpired = missing !== null && wasOpen;
    const hasSignedOut = false;
    this.store.set({ user, adminUser: admin, missing, loading: false, hasExpired, hasSignedOut });
    if (missing !== null) return admin;
    if (!isSame || before.hasExpired || before.missing !== null) void recordLogin(admin.id);
    if (before.hasExpired) void this.#queries.invalidateQueries();
    void currentToken().then((token) => this.#release(token));
    return admin;
  }

  // The cache, the items and waiting calls of one user must not reach the next.
  #clear(next: SessionState): void {
    this.#queries.clear();
    accountItems.close();
    this.#release(undefined);
    this.store.set(next);
  }

  #release(token: string | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    waiting.forEach((resolve) => resolve(token));
  }
}
