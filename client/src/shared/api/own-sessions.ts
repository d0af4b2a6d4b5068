import { queryOptions } from '@tanstack/react-query';
import { anonKey, auth, sb } from './client';
import { asFailure, Failure } from './failures';

/** A session of the signed-in user: one browser or device. Times are ISO. */
export type OwnSession = {
  id: string;
  created_at: string;
  /** Null before the first refresh. */
  refreshed_at: string | null;
  user_agent: string;
  ip: string;
  /** Whether it is the session of this browser. */
  current: boolean;
};

/** The options of useQuery for the sessions of the signed-in user, the newest first. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: listOwnSessions,
});

async function listOwnSessions(): Promise<OwnSession[]> {
  const response = await call('GET', '');
  const { sessions }: { sessions: OwnSession[] } = await response.json();
  return sessions;
}

/** Signs one device out. Does nothing if it is signed out already. Throws a Failure. */
export async function endOwnSession(id: string): Promise<void> {
  try {
    await call('DELETE', `/${id}`);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== '404') throw error;
  }
}

/** Signs all devices but this one out. Throws a Failure. */
export async function endOtherSessions(): Promise<void> {
  const { error } = await (await auth()).signOut({ scope: 'others' });
  if (error !== null) throw asFailure(error);
}

// Routes of this server's auth API that supabase-js does not have.
async function call(method: string, path: string): Promise<Response> {
  const client = await sb();
  const { data } = await client.auth.getSession();
  const headers = {
    apikey: await anonKey(),
    Authorization: `Bearer ${data.session?.access_token ?? ''}`,
  };
  const address = `${window.location.origin}/auth/v1/user/sessions${path}`;
  let response: Response;
  try {
    response = await fetch(address, { method, headers });
  } catch (error) {
    throw asFailure({ message: String(error), code: '' });
  }
  if (!response.ok) {
    throw asFailure(
      { message: response.statusText, code: String(response.status) },
      response.status,
    );
  }
  return response;
}
