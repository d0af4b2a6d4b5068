import { createContext, use } from 'react';
import type { AdminUser, User } from './admin-session';

export type AdminAuth = {
  /** Whoever is signed in, admin or not. */
  user: User | null;
  /** The admin record of whoever is in, or was when the session ended under the work. */
  adminUser: AdminUser | null;
  /** True until the stored session was looked at once. */
  loading: boolean;
  isAdmin: boolean;
  /** The session ended while an admin was at work: the page stays, and asks for the password over it. */
  hasExpired: boolean;
  /** The person left by the button, here or in another tab; a session that merely ended leaves it false. */
  hasSignedOut: boolean;
  /** Signs in. Throws a Failure of the server's, or NotAdmin once the stranger is signed out again. */
  signIn: (email: string, password: string) => Promise<void>;
  signOut: () => Promise<void>;
  /** Asks the server anew whether who is in is an admin still; the answer shows when it is here. */
  recheck: () => void;
};

/** Signed in with the right password, but no active admin. */
export class NotAdmin extends Error {
  constructor() {
    super('Not authorized as admin');
    this.name = 'NotAdmin';
  }
}

export const AdminAuthContext = createContext<AdminAuth | null>(null);

/** Who is in the back-office. Throws outside an AdminAuthProvider. */
export function useAdminAuth(): AdminAuth {
  const auth = use(AdminAuthContext);
  if (auth === null) throw new Error('useAdminAuth must be used within an AdminAuthProvider');
  return auth;
}
