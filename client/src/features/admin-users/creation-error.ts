import { responseOf, errorTextOf } from '../../api/call-function';

/** Why no admin was made: `kind` chooses the words, `detail` is what the server said, if it said anything. */
export type CreationErrorKind =
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
export async function creationError(error: unknown): Promise<CreationError> {
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
