import type { User } from '@supabase/supabase-js';
import { sb } from '../../api/client';
import { asFailure, unwrap } from '../../api/failures';
import type { Row } from '../../api/rows';

export type { User } from '@supabase/supabase-js';
export type AdminUser = Row<'admin_users'>;

/**
 * Tells who is signed in: once the stored session is read, and on every change of it. Returns how to stop.
 */
export function watchUser(onUser: (user: User | null) => void): () => void {
  let stopped = false;
  let unsubscribe = () => {};
  const subscribe = async () => {
    const client = await sb();
    if (stopped) return;
    const { data } = client.auth.onAuthStateChange((_event, session) => {
      // auth-js holds its lock while it calls back: a question from in here would wait for itself.
      setTimeout(() => {
        if (!stopped) onUser(session?.user ?? null);
      }, 0);
    });
    unsubscribe = () => data.subscription.unsubscribe();
  };
  subscribe().catch((error: unknown) => {
    console.error('session', error);
    if (!stopped) onUser(null);
  });
  return () => {
    stopped = true;
    unsubscribe();
  };
}

/** Signs in, or throws a Failure that carries the server's message. */
export async function signInWithPassword(email: string, password: string): Promise<User> {
  const client = await sb();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error !== null) throw asFailure(error);
  return data.user;
}

/** The user's active admin record, null where there is none. A failed lookup is logged, and undefined. */
export async function findAdmin(userId: string): Promise<AdminUser | null | undefined> {
  try {
    const client = await sb();
    return unwrap(
      await client
        .from('admin_users')
        .select('*')
        .eq('auth_user_id', userId)
        .eq('active', true)
        .limit(1)
        .maybeSingle(),
    );
  } catch (error) {
    console.error('admin record', error);
    return undefined;
  }
}

/** Records that an admin came in. It is only a note: failing changes nothing. */
export async function recordLogin(adminId: string): Promise<void> {
  const client = await sb();
  const { error } = await client
    .from('admin_users')
    .update({ last_login: new Date().toISOString() })
    .eq('id', adminId);
  if (error !== null) console.error('last login', error);
}

const channelName = 'toubkal-admin-left';

/** Calls back when somebody leaves by the button in another tab. Returns how to stop. */
export function onSignOutElsewhere(onLeft: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', onLeft);
  return () => channel.close();
}

/** Tells the other tabs that somebody leaves by the button: to them it is not as if the session ended. */
export function broadcastSignOut(): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage('');
  channel.close();
}

/** Ends this browser's session; it is over here even where the server could not be told. */
export async function endSession(): Promise<void> {
  const client = await sb();
  const { error } = await client.auth.signOut({ scope: 'local' });
  if (error !== null) console.error('sign-out', error);
}

/**
 * Asks the server who is signed in: null where it knows of nobody (any more), undefined where it
 * could not be asked.
 */
export async function confirmUser(): Promise<User | null | undefined> {
  const client = await sb();
  const { data, error } = await client.auth.getUser();
  if (error === null) return data.user;
  return isRejected(error.status) ? null : undefined;
}

const isRejected = (status: number | undefined) =>
  status === 400 || status === 401 || status === 403;

/**
 * The token of the session as it is kept, renewed if it was about to end; undefined where there is none.
 * Throws where the server could not be asked: that is no end of a session.
 */
export async function currentToken(): Promise<string | undefined> {
  const client = await sb();
  const { data, error } = await client.auth.getSession();
  if (error !== null && !isRejected(error.status)) throw asFailure(error);
  return data.session?.access_token;
}

/** A new token for a session whose own is no longer taken; undefined where it cannot be renewed. */
export async function renewSession(): Promise<string | undefined> {
  const client = await sb();
  const { data, error } = await client.auth.refreshSession();
  if (error !== null && !isRejected(error.status)) throw asFailure(error);
  return data.session?.access_token;
}

/** Replaces a one-time password. The mark goes with it, so that the next sign-in is an ordinary one. */
export async function replacePassword(password: string): Promise<void> {
  const client = await sb();
  const { error } = await client.auth.updateUser({
    password,
    data: { password_is_temporary: null },
  });
  if (error !== null) throw asFailure(error);
}

/** The first super admin's printed password serves once. */
export const hasTemporaryPassword = (user: User | null): boolean =>
  user?.user_metadata['password_is_temporary'] === true;
