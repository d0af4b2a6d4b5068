import type { QueryClient } from '@tanstack/react-query';
import { hasUnsaved } from '../../admin/unsaved';
import {
  confirmUser,
  currentToken,
  endSession,
  findAdmin,
  renewSession,
  sayFarewell,
  stampLogin,
  type AdminUser,
  type User,
} from './admin-session';
import type { AdminAuth } from './use-admin-auth';

type Standing = Pick<AdminAuth, 'user' | 'adminUser' | 'loading' | 'hasExpired' | 'hasLeft'>;

const atStart: Standing = {
  user: null,
  adminUser: null,
  loading: true,
  hasExpired: false,
  hasLeft: false,
};

/**
 * Who is in, outside React, because calls to the server ask for it too. The server decides what anyone
 * may do; this only knows whom to show, and whom to ask for the password again.
 */
export class AdminStanding {
  readonly #queries: QueryClient;
  readonly #listeners = new Set<() => void>();
  #now = atStart;
  #question = 0;
  /** Calls that found the session over. */
  #held: ((token: string | undefined) => void)[] = [];

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  readonly get = (): Standing => this.#now;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Looks up what a user is and shows it. Only the latest question may answer: an earlier one that
   * comes back late must not bring a person back who has left.
   */
  readonly settle = async (user: User | null): Promise<AdminUser | null> => {
    const question = ++this.#question;
    if (user === null) return this.#end();
    const found = await findAdmin(user.id);
    if (question !== this.#question) return found ?? null;
    const { adminUser } = this.#now;
    // A lookup that failed tells nothing new of somebody who is in already.
    const admin = found ?? (adminUser?.auth_user_id === user.id ? adminUser : null);
    if (admin === null || found === null) return this.#refuse(user);
    return this.#enter(user, admin);
  };

  /** Somebody leaves by the button. Another tab follows, unless words would be lost there. */
  readonly leave = async (): Promise<void> => {
    this.#show({ ...this.#now, hasLeft: true });
    sayFarewell();
    await endSession();
  };

  readonly followElsewhere = (): void => {
    if (!hasUnsaved()) this.#show({ ...this.#now, hasLeft: true });
  };

  /** Looks again whether who is in is an admin still: a deactivated one reads empty lists, and no refusal. */
  readonly lookAgain = (): void => {
    const { user, adminUser } = this.#now;
    if (user !== null && adminUser !== null) void this.settle(user);
  };

  /** Asks the server anew who this is: it refused something. */
  readonly check = async (): Promise<void> => {
    const user = await confirmUser();
    if (user === null) await endSession();
    else if (user !== undefined) await this.settle(user);
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
    if (this.#now.adminUser === null || this.#now.hasLeft) return undefined;
    const current = await currentToken();
    if (current !== undefined && current !== token) return current;
    if (current !== undefined) {
      if ((await confirmUser()) !== null) return undefined;
      const renewed = await renewSession();
      if (renewed !== undefined) return renewed;
      await endSession();
    }
    this.#expire();
    return new Promise((resolve) => void this.#held.push(resolve));
  };

  #end(): null {
    if (this.#now.adminUser !== null && !this.#now.hasLeft) this.#expire();
    else this.#clear({ ...atStart, loading: false, hasLeft: this.#now.hasLeft });
    return null;
  }

  #refuse(user: User): null {
    this.#clear({ ...atStart, user, loading: false, hasLeft: this.#now.hasLeft });
    return null;
  }

  #expire(): void {
    this.#show({ ...this.#now, user: null, loading: false, hasExpired: true });
  }

  #enter(user: User, admin: AdminUser): AdminUser {
    const { adminUser: before, hasExpired } = this.#now;
    const isSame = before?.id === admin.id;
    if (!isSame) this.#clear({ ...atStart, loading: false });
    this.#show({ user, adminUser: admin, loading: false, hasExpired: false, hasLeft: false });
    if (!isSame || hasExpired) void stampLogin(admin.id);
    if (hasExpired) void this.#queries.invalidateQueries();
    void currentToken().then((token) => this.#release(token));
    return admin;
  }

  // What one person saw, or was about to do, is not for the next.
  #clear(next: Standing): void {
    this.#queries.clear();
    this.#release(undefined);
    this.#show(next);
  }

  #release(token: string | undefined): void {
    const held = this.#held;
    this.#held = [];
    held.forEach((resolve) => resolve(token));
  }

  #show(next: Standing): void {
    this.#now = next;
    this.#listeners.forEach((listener) => listener());
  }
}
