/** Why a call failed, as far as the user can act on it. */
export type FailureKind =
  'network' | 'offline' | 'refused' | 'tooMany' | 'tooLong' | 'invalid' | 'conflict' | 'unexpected';

/** A failed call: `kind` selects the message (key `failure.<kind>`), `cause` is the original error. */
export class Failure extends Error {
  readonly kind: FailureKind;
  /** SQLSTATE or PGRST code when the server gave one, else ''. */
  readonly code: string;

  constructor(kind: FailureKind, code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'Failure';
    this.kind = kind;
    this.code = code;
  }
}

/** The `error` of a supabase-js result, for tables and auth. */
export type ApiError = { message: string; code?: string | undefined; status?: number | undefined };

/** The i18n key of the message of a failure. */
export const failureKey = (error: unknown) => `failure.${asFailure(error).kind}` as const;

/** The message of a failure: `t` is that of `useTranslation(['<page>', 'site'])`. */
export const failureText = (
  t: (key: `site:failure.${FailureKind}`) => string,
  error: unknown,
): string => t(`site:${failureKey(error)}`);

/** Converts anything that a call throws or returns into a Failure. */
export function asFailure(error: unknown, status?: number): Failure {
  if (error instanceof Failure) return error;
  if (!isApiError(error)) return failureWithoutMessage(error, status ?? 0);
  const code = error.code ?? '';
  return new Failure(kindOf(error, code, status ?? error.status ?? 0), code, error.message, error);
}

// The error page of a proxy (502) has no JSON message, but is a response. Status 0 means no response.
function failureWithoutMessage(error: unknown, status: number): Failure {
  if (status === 0) return new Failure(unreachableKind(), '', 'no answer', error);
  const message = `answered ${status}`;
  return new Failure(kindOf({ message }, '', status), '', message, error);
}

type Answer<T> =
  { data: T; error: null; status?: number } | { data: null; error: ApiError; status?: number };

/** Returns the data of a supabase result, or throws its error as a Failure. */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.error !== null) throw asFailure(answer.error, answer.status);
  return answer.data;
}

function kindOf({ message }: ApiError, code: string, status: number): FailureKind {
  if (status === 429) return 'tooMany';
  if (isLength(code, message)) return 'tooLong';
  if (code === '23505' || status === 409) return 'conflict';
  if (status === 401 || status === 403 || code === '42501') return 'refused';
  if (status >= 400 && status < 500) return 'invalid';
  return status >= 500 ? 'unexpected' : kindWithoutStatus(code);
}

// supabase-js reports a failed request with status 0 and no code, or with the browser's error name.
function kindWithoutStatus(code: string): FailureKind {
  if (/^(22|23|P0)/.test(code)) return 'invalid';
  return code === '' ? unreachableKind() : 'unexpected';
}

// The limits on texts are check constraints named <table>_<column>_length; 413: the whole body is too large.
const isLength = (code: string, message: string) =>
  code === '22001' || code === '413' || (code === '23514' && /_length\b/.test(message));

// onLine is false only if there is no network at all; true does not mean that the server can be reached.
const unreachableKind = (): FailureKind =>
  typeof navigator !== 'undefined' && !navigator.onLine ? 'offline' : 'network';

function isApiError(value: unknown): value is ApiError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string' &&
    ('code' in value || 'status' in value || 'details' in value)
  );
}
