import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { guardCalls } from '../../api/guarded-fetch';
import { endSession, signInWithPassword, watchFarewells, watchUser } from './admin-session';
import { AdminStanding } from './session-state';
import { AdminAuthContext, NotAdmin, type AdminAuth } from './use-admin-auth';
import { useRefusals } from './use-refusals';

/** Keeps who is signed in and whether that is an active admin; the server decides, this only shows it. */
export function AdminAuthProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [standing] = useState(() => new AdminStanding(queries));
  const now = useSyncExternalStore(standing.subscribe, standing.get);

  useEffect(() => watchUser((user) => void standing.settle(user)), [standing]);
  useEffect(() => watchFarewells(standing.followElsewhere), [standing]);
  useEffect(() => guardCalls(standing.renew), [standing]);
  useRefusals(standing.check);

  const auth = useMemo<AdminAuth>(() => {
    const signIn = async (email: string, password: string) => {
      const user = await signInWithPassword(email, password);
      if ((await standing.settle(user)) !== null) return;
      await endSession();
      throw new NotAdmin();
    };
    const isAdmin = now.adminUser !== null && !now.hasExpired;
    return { ...now, isAdmin, signIn, signOut: standing.leave, lookAgain: standing.lookAgain };
  }, [now, standing]);
  return <AdminAuthContext value={auth}>{children}</AdminAuthContext>;
}
