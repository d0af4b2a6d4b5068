import { responseOf, errorTextOf } from '../../api/function-error';

/** Why no admin was made: `kind` chooses the words, `detail` is what the server said, if it said anything. */
export type RefusalKind =
  'passwordShort' | 'exists' | 'signedOut' | 'notSuper' | 'refused' | 'unexpected';

export class CreationRefused extends Error {
  readonly kind: RefusalKind;
  readonly detail: string;

  constructor(kind: RefusalKind, detail: string) {
    super(`${kind} ${detail}`);
    this.name = 'CreationRefused';
    this.kind = kind;
    this.detail = detail;
  }
}

// What create-admin-user says where we have the same words in three languages.
const known: Record<string, RefusalKind> = {
  'Password must be at least 6 characters long': 'passwordShort',
  'An admin user with this email already exists.': 'exists',
  'You must be logged in to create admin users.': 'signedOut',
  'You need super admin privileges to add, edit, or delete admin users.': 'notSuper',
};

/** Reads what supabase.functions.invoke left in `error`: the answer's own `error` field, where there was an answer. */
export async function creationRefusal(error: unknown): Promise<CreationRefused> {
  const answer = responseOf(error);
  if (answer === undefined) return new CreationRefused('unexpected', messageOf(error));
  const said = await errorTextOf(answer);
  return new CreationRefused(known[said] ?? 'refused', said);
}

// supabase-js says that nothing was reached in words for programmers; '' leaves it to the page's own.
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'FunctionsFetchError' ? '' : error.message;
}
