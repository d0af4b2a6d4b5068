import type { User } from '@supabase/supabase-js';
import { auth, sb } from '@/shared/api/client';
import { asFailure, unwrap } from '@/shared/api/failures';
import type { Row } from '@/shared/api/rows';

export type { User } from '@supabase/supabase-js';
export type AdminUser = Row<'admin_users'>;

/**
 * Calls `onUser` when the stored session has been read, and on every change. Returns a function that stops.
 */
export function watchUser(onUser: (user: User | null) => void): () => void {
  let stopped = false;
  let unsubscribe = () => {};
  const subscribe = async () => {
    const client = await sb();
    if (stopped) return;
    const { data } = client.auth.onAuthStateChange((_event, session) => {
      // auth-js holds a lock during the callback: a call of the client from here would deadlock.
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
  const client = await auth();
  const { data, error } = await client.signInWithPassword({ email, password });
  if (error !== null) throw asFailure(error);
  return data.user;
}

/**
 * The step that the session lacks before the server takes it for an admin's: the code of the second factor that the
 * user has, or a second factor, which admins must have; null if nothing.
 */
export type MissingFactor = 'code' | 'enrol' | null;

export type FoundAdmin = { admin: AdminUser; missing: MissingFactor };

/**
 * The active admin record of the user; null if there is none, undefined if the request failed (which is
 * logged).
 */
export async function findAdmin(userId: string): Promise<FoundAdmin | null | undefined> {
  try {
    const client = await sb();
    const [record, missing] = await Promise.all([
      client
        .from('admin_users')
        .select('*')
        .eq('auth_user_id', userId)
        .eq('active', true)
        .limit(1)
        .maybeSingle(),
      client.rpc('missing_second_factor'),
    ]);
    const admin = unwrap(record);
    return admin === null ? null : { admin, missing: asMissing(unwrap(missing)) };
  } catch (error) {
    await logUnlessSignedOut('admin record', error);
    return undefined;
  }
}

/** Logs a failure of the session's own requests. After a sign-out, also in another tab, they fail by right. */
async function logUnlessSignedOut(what: string, error: unknown): Promise<void> {
  const { data } = await (await sb()).auth.getSession();
  if (data.session !== null) console.error(what, error);
}

const asMissing = (step: string | null): MissingFactor =>
  step === 'code' || step === 'enrol' ? step : null;

/** Stores the time of the login. A failure is only logged. */
export async function recordLogin(adminId: string): Promise<void> {
  const client = await sb();
  const { error } = await client
    .from('admin_users')
    .update({ last_login: new Date().toISOString() })
    .eq('id', adminId);
  if (error !== null) await logUnlessSignedOut('last login', error);
}

const channelName = 'toubkal-admin-left';

/** Calls `onLeft` when the user signs out in another tab. Returns a function that stops. */
export function onSignOutElsewhere(onLeft: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', onLeft);
  return () => channel.close();
}

/** Tells the other tabs that the user signs out: for them the session has not merely expired. */
export function broadcastSignOut(): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage('');
  channel.close();
}

/** Ends the session of this browser; locally it ends even if the server cannot be reached. */
export async function endSession(): Promise<void> {
  const client = await auth();
  const { error } = await client.signOut({ scope: 'local' });
  if (error !== null) console.error('sign-out', error);
}

/**
 * Asks the server for the signed-in user: null if the session is not valid, undefined if the server cannot
 * be reached.
 */
export async function confirmUser(): Promise<User | null | undefined> {
  const client = await auth();
  const { data, error } = await client.getUser();
  if (error === null) return data.user;
  return isRejected(error.status) ? null : undefined;
}

const isRejected = (status: number | undefined) =>
  status === 400 || status === 401 || status === 403;

/**
 * The access token of the stored session, refreshed if it is about to expire; undefined without a session.
 * Throws if the server cannot be reached: the session may still be valid.
 */
export async function currentToken(): Promise<string | undefined> {
  const client = await sb();
  const { data, error } = await client.auth.getSession();
  if (error !== null && !isRejected(error.status)) throw asFailure(error);
  return data.session?.access_token;
}

/** Refreshes the session and returns the new token; undefined if it cannot be refreshed. */
export async function renewSession(): Promise<string | undefined> {
  const client = await auth();
  const { data, error } = await client.refreshSession();
  if (error !== null && !isRejected(error.status)) throw asFailure(error);
  return data.session?.access_token;
}

/**
 * Has a link and a code for a new password sent to an address. The answer is the same for an address without
 * an account.
 */
export async function requestPasswordLink(email: string, redirectTo: string): Promise<void> {
  const client = await auth();
  const { error } = await client.resetPasswordForEmail(email, { redirectTo });
  if (error !== null) throw asFailure(error);
}

/** Signs in with the code of a mail: that of a forgotten password or of an invitation. */
export async function signInWithCode(email: string, token: string): Promise<void> {
  const client = await auth();
  const { error } = await client.verifyOtp({ email, token, type: 'email' });
  if (error !== null) throw asFailure(error);
}

/** `current` is asked for if the sign-in was long ago; else ''. */
type NewPassword = { password: string; current: string };

/**
 * Changes the own password, and removes the flag of a one-time password, so that the next sign-in is an
 * ordinary one. The server ends the other sessions.
 */
export async function replacePassword({ password, current }: NewPassword): Promise<void> {
  const client = await auth();
  const { error } = await client.updateUser({
    password,
    ...(current !== '' && { current_password: current }),
    data: { password_is_temporary: null },
  });
  if (error !== null) throw asFailure(error);
}

/** The printed password of the first super admin must be changed at the first sign-in. */
export const hasTemporaryPassword = (user: User | null): boolean =>
  user?.user_metadata['password_is_temporary'] === true;
