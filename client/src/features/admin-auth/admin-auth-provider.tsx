import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import {
  confirmUser,
  endSession,
  findAdmin,
  signInWithPassword,
  stampLogin,
  watchUser,
  type AdminUser,
  type User,
} from './admin-session';
import { AdminAuthContext, NotAdmin, type AdminAuth } from './use-admin-auth';
import { useRefusals } from './use-refusals';

type Standing = Pick<AdminAuth, 'user' | 'adminUser' | 'loading' | 'hasLeft'>;

const atStart: Standing = { user: null, adminUser: null, loading: true, hasLeft: false };

/** Keeps who is signed in and whether that is an active admin; the server decides, this only shows it. */
export function AdminAuthProvider({ children }: { children: ReactNode }) {
  const [standing, setStanding] = useState(atStart);
  const settle = useSettle(setStanding);

  useEffect(() => watchUser((user) => void settle(user)), [settle]);

  const signIn = useCallback(
    async (email: string, password: string) => {
      const user = await signInWithPassword(email, password);
      if ((await settle(user)) !== null) return;
      await endSession();
      throw new NotAdmin();
    },
    [settle],
  );
  const signOut = useCallback(async () => {
    setStanding((now) => ({ ...now, hasLeft: true }));
    await endSession();
  }, []);

  useRefusals(
    useCallback(async () => {
      const user = await confirmUser();
      if (user === null) await endSession();
      else if (user !== undefined) await settle(user);
    }, [settle]),
  );

  const auth = useMemo<AdminAuth>(
    () => ({ ...standing, isAdmin: standing.adminUser !== null, signIn, signOut }),
    [standing, signIn, signOut],
  );
  return <AdminAuthContext value={auth}>{children}</AdminAuthContext>;
}

/**
 * Looks up what a user is and shows it. Only the latest question may answer: an earlier one that
 * comes back late must not bring a person back who has left. Coming in is recorded once.
 */
function useSettle(show: (change: (now: Standing) => Standing) => void) {
  const queries = useQueryClient();
  const latest = useRef(0);
  const recorded = useRef<string>(undefined);
  return useCallback(
    async (user: User | null): Promise<AdminUser | null> => {
      const question = ++latest.current;
      const adminUser = user === null ? null : await findAdmin(user.id);
      if (question !== latest.current) return adminUser;
      if (adminUser === null) {
        recorded.current = undefined;
        queries.clear(); // what one person saw is not for the next
      } else if (recorded.current !== adminUser.id) {
        recorded.current = adminUser.id;
        void stampLogin(adminUser.id);
      }
      show((now) => ({
        user,
        adminUser,
        loading: false,
        hasLeft: adminUser === null && now.hasLeft,
      }));
      return adminUser;
    },
    [queries, show],
  );
}
