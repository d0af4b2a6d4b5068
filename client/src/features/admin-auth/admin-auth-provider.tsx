import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { setSessionRenewal } from '../../api/session-fetch';
import { endSession, signInWithPassword, onSignOutElsewhere, watchUser } from './admin-session';
import { SessionStore } from './session-store';
import { AdminAuthContext, NotAdmin, type AdminAuth } from './use-admin-auth';
import { useOnRefusal } from './use-refusals';

/** Keeps who is signed in and whether that is an active admin; the server decides, this only shows it. */
export function AdminAuthProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [session] = useState(() => new SessionStore(queries));
  const state = useSyncExternalStore(session.subscribe, session.get);

  useEffect(() => watchUser((user) => void session.setUser(user)), [session]);
  useEffect(() => onSignOutElsewhere(session.signedOutElsewhere), [session]);
  useEffect(() => setSessionRenewal(session.renew), [session]);
  useOnRefusal(session.check);

  const auth = useMemo<AdminAuth>(() => {
    const signIn = async (email: string, password: string) => {
      const user = await signInWithPassword(email, password);
      if ((await session.setUser(user)) !== null) return;
      await endSession();
      throw new NotAdmin();
    };
    const isAdmin = state.adminUser !== null && !state.hasExpired;
    return { ...state, isAdmin, signIn, signOut: session.signOut, recheck: session.recheck };
  }, [state, session]);
  return <AdminAuthContext value={auth}>{children}</AdminAuthContext>;
}
