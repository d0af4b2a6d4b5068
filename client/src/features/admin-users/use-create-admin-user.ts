import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { responseOf, errorTextOf } from '../../api/call-function';
import type { NewAdmin } from './new-admin';

async function createAdminUser(admin: NewAdmin): Promise<void> {
  const client = await sb();
  const { data } = await client.auth.getSession();
  if (data.session === null) throw new CreationError('signedOut', '');
  const { error } = await client.functions.invoke('create-admin-user', { body: admin });
  if (error !== null) throw await creationError(error);
}

/** Makes an account and its admin record, both or neither: the server function sees to that. */
export function useCreateAdminUser() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: createAdminUser,
    networkMode: 'always', // an offline press must fail in words, not wait in silence
    onSuccess: () => queries.invalidateQueries({ queryKey: ['admin_users'] }),
  });
}

/** Why no admin was made: `kind` chooses the words, `detail` is what the server said, if it said anything. */
type CreationErrorKind =
  'passwordShort' | 'exists' | 'signedOut' | 'notSuper' | 'refused' | 'unexpected';

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

// What create-admin-user says where we have the same words in three languages.
const known: Record<string, CreationErrorKind> = {
  'Password must be at least 6 characters long': 'passwordShort',
  'An admin user with this email already exists.': 'exists',
  'You must be logged in to create admin users.': 'signedOut',
  'You need super admin privileges to add, edit, or delete admin users.': 'notSuper',
};

/** Reads what supabase.functions.invoke left in `error`: the answer's own `error` field, where there was an answer. */
async function creationError(error: unknown): Promise<CreationError> {
  const response = responseOf(error);
  if (response === undefined) return new CreationError('unexpected', messageOf(error));
  const text = await errorTextOf(response);
  return new CreationError(known[text] ?? 'refused', text);
}

// supabase-js says that nothing was reached in words for programmers; '' leaves it to the page's own.
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'FunctionsFetchError' ? '' : error.message;
}
