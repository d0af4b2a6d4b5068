import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { asFailure } from '@/shared/api/failures';
import { setSessionRenewal } from '@/shared/api/session-fetch';
import { useStore } from '@/shared/ui/store';
import { readMailedLink } from './mailed-link';
import { endSession, signInWithPassword, onSignOutElsewhere, watchUser } from './admin-session';
import { SessionStore } from './session-store';
import { AdminAuthContext, NotAdmin, type AdminAuth } from './use-admin-auth';

/** Provides the session state: the signed-in user and the admin record. The server decides on rights. */
export function AdminAuthProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [session] = useState(() => new SessionStore(queries));
  const state = useStore(session.store);
  // At the first rendering: the address loses its fragment as soon as supabase-js is loaded.
  const { hash } = useLocation();
  const [mailedLink] = useState(() => readMailedLink(hash));

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
    const isAdmin = state.adminUser !== null && state.missing === null && !state.hasExpired;
    return {
      ...state,
      mailedLink,
      isAdmin,
      signIn,
      signOut: session.signOut,
      recheck: session.recheck,
    };
  }, [state, mailedLink, session]);
  return <AdminAuthContext value={auth}>{children}</AdminAuthContext>;
}

/**
 * Calls `onRefusal` when the server refuses a query or a mutation: the session may have ended elsewhere, or
 * the admin may have been deactivated.
 */
function useOnRefusal(onRefusal: () => Promise<void>): void {
  const queries = useQueryClient();
  useEffect(() => {
    const handle = (error: unknown) => {
      if (asFailure(error).kind === 'refused') void onRefusal();
    };
    const stopQueries = queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') handle(event.action.error);
    });
    const stopChanges = queries.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') handle(event.action.error);
    });
    return () => {
      stopQueries();
      stopChanges();
    };
  }, [queries, onRefusal]);
}
