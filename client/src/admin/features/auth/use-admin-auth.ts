import { createContext, use } from 'react';
import type { AdminUser, MissingFactor, User } from './admin-session';
import type { MailedLink } from './mailed-link';

export type AdminAuth = {
  /** The signed-in user, admin or not. */
  user: User | null;
  /** The admin record of the user; it stays when the session expires. */
  adminUser: AdminUser | null;
  /** The step that is missing before the back-office opens; null without an admin record. */
  missing: MissingFactor;
  /** True until the stored session has been read. */
  loading: boolean;
  isAdmin: boolean;
  /**
   * The session has expired, or the server asks for a second factor by now: the page stays, under a dialog
   * that asks for the password and for what is missing.
   */
  hasExpired: boolean;
  /** The user has signed out, here or in another tab; false if the session merely expired. */
  hasSignedOut: boolean;
  /** The result of the mailed link that opened the page, if one did. */
  mailedLink: MailedLink;
  /** Signs in. Throws a Failure, or NotAdmin after a user without an admin record is signed out again. */
  signIn: (email: string, password: string) => Promise<void>;
  signOut: () => Promise<void>;
  /** Fetches the admin record again and updates the state. */
  recheck: () => void;
};

/** The password is right, but the user is no active admin. */
export class NotAdmin extends Error {
  constructor() {
    super('Not authorized as admin');
    this.name = 'NotAdmin';
  }
}

export const AdminAuthContext = createContext<AdminAuth | null>(null);

/** The session state and its actions. Throws outside an AdminAuthProvider. */
export function useAdminAuth(): AdminAuth {
  const auth = use(AdminAuthContext);
  if (auth === null) throw new Error('useAdminAuth must be used within an AdminAuthProvider');
  return auth;
}
