import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { sb } from '@/shared/api/client';
import { responseOf, errorTextOf } from '@/shared/api/call-function';
import type { NewAdmin } from './new-admin';

/** Calls a function that makes an admin. Throws a CreationError. */
export async function callAdminFunction(name: string, body: object): Promise<void> {
  const client = await sb();
  const { data } = await client.auth.getSession();
  if (data.session === null) throw new CreationError('signedOut', '');
  const { error } = await client.functions.invoke(name, { body });
  if (error !== null) throw await creationError(error);
}

/** Creates an account and its admin record in one transaction of the server function. */
export function useCreateAdminUser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (admin: NewAdmin) => callAdminFunction('create-admin-user', admin),
    networkMode: 'always', // offline, fail at once instead of waiting
    onSuccess: () => refresh(queries, ['admin_users']),
  });
}

/** Why an admin was not created: `kind` selects the message, `detail` is the server's text, if any. */
type CreationErrorKind =
  | 'passwordShort'
  | 'exists'
  | 'signedOut'
  | 'notSuper'
  | 'tooManyInvitations'
  | 'noMail'
  | 'refused'
  | 'unexpected';

export class CreationError extends Error {
  readonly kind: CreationErrorKind;
  readonly detail: string;

  constructor(kind: CreationErrorKind, detail: string) {
    super(`${kind} ${detail}`);
    this.name = 'CreationError';
    this.kind = kind;
    this.detail = detail;
  }
}

// The texts of create-admin-user and invite-admin-user that have a translated message.
const known: Record<string, CreationErrorKind> = {
  'Password must be at least 6 characters long': 'passwordShort',
  'An admin user with this email already exists.': 'exists',
  'You must be logged in to create admin users.': 'signedOut',
  'You need super admin privileges to add, edit, or delete admin users.': 'notSuper',
  'Too many invitations were sent. Try again in an hour.': 'tooManyInvitations',
  'This server sends no mail': 'noMail',
};

/**
 * Converts the error of supabase.functions.invoke: reads the `error` field of the response, if there was
 * one.
 */
async function creationError(error: unknown): Promise<CreationError> {
  const response = responseOf(error);
  if (response === undefined) return new CreationError('unexpected', messageOf(error));
  const text = await errorTextOf(response);
  return new CreationError(known[text] ?? 'refused', text);
}

// The network error of supabase-js is not for users; '' selects our own message.
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'FunctionsFetchError' ? '' : error.message;
}
