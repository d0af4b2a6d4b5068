import { queryOptions } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';

/** A user as the auth service shows one. */
export interface User {
  id: string;
  email: string;
  phone: string;
  confirmed_at?: string | null;
  invited_at?: string | null;
  last_sign_in_at?: string | null;
  created_at: string;
  banned_until?: string | null;
  is_anonymous: boolean;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  identities?: { provider: string }[] | null;
}

interface Session {
  id: string;
  created_at: string;
  user_agent: string;
  ip: string;
  aal: string;
}

interface Factor {
  id: string;
  factor_type: string;
  friendly_name?: string;
  status: string;
}

const admin = '/services/auth/admin/users';

/** A page of 50 users whose address or name contains a text. */
export const users = (search: string, page: number) =>
  queryOptions({
    queryKey: ['users', search, page],
    queryFn: async ({ signal }) =>
      (
        await api<{ users: User[] }>(
          'GET',
          `${admin}?per_page=50&page=${page}&filter=${encodeURIComponent(search)}`,
          undefined,
          signal,
        )
      ).users,
  });

/** A user with open sessions and second factors. */
export const userDetails = (id: string) =>
  queryOptions({
    queryKey: ['users', id],
    queryFn: async () => {
      const [user, sessions, factors] = await Promise.all([
        api<User>('GET', `${admin}/${id}`),
        api<{ sessions: Session[] }>('GET', `${admin}/${id}/sessions`),
        api<Factor[]>('GET', `${admin}/${id}/factors`),
      ]);
      return { user, sessions: sessions.sessions, factors };
    },
  });

export const create = (email: string, password: string) =>
  api('POST', admin, { email, password, email_confirm: true });

export const invite = (email: string) => api('POST', '/services/auth/invite', { email });

export const change = (id: string, body: { ban_duration: string }) =>
  api('PUT', `${admin}/${id}`, body);

export const remove = (id: string) => api('DELETE', `${admin}/${id}`);

export const signOut = (id: string) => api('POST', `${admin}/${id}/logout`);

export const resetPassword = (email: string) => api('POST', '/services/auth/recover', { email });

export const endSession = (id: string, session: string) =>
  api('DELETE', `${admin}/${id}/sessions/${session}`);

export const removeFactor = (id: string, factor: string) =>
  api('DELETE', `${admin}/${id}/factors/${factor}`);

/** An access token of a user for 10 minutes, which is written down. */
export const impersonate = (id: string) =>
  api<{ token: string; expires: string }>('POST', `/users/${id}/token`);
