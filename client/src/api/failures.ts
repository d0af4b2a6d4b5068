/** Why a call failed, as far as the person in front of the page can act on it. */
export type FailureKind =
  'network' | 'offline' | 'refused' | 'tooMany' | 'tooLong' | 'invalid' | 'conflict' | 'unexpected';

/** A failed call: `kind` chooses the words (key `failure.<kind>`), `cause` keeps the original. */
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

/** What supabase-js leaves in `error`, for tables and for auth alike. */
export type ApiError = { message: string; code?: string | undefined; status?: number | undefined };

/** The i18n key that says a failure in words. */
export const failureKey = (error: unknown) => `failure.${asFailure(error).kind}` as const;

/** A failure in words: `t` is that of `useTranslation(['<page>', 'site'])`. */
export const failureText = (
  t: (key: `site:failure.${FailureKind}`) => string,
  error: unknown,
): string => t(`site:${failureKey(error)}`);

/** Turns anything thrown or returned by a call into a Failure. */
export function asFailure(error: unknown, status?: number): Failure {
  if (error instanceof Failure) return error;
  if (!isApiError(error)) return failureWithoutWords(error, status ?? 0);
  const code = error.code ?? '';
  return new Failure(kindOf(error, code, status ?? error.status ?? 0), code, error.message, error);
}

// A proxy's page for a 502 has no words for us, yet it is an answer; without a status there was none.
function failureWithoutWords(error: unknown, status: number): Failure {
  if (status === 0) return new Failure(unreached(), '', 'no answer', error);
  const message = `answered ${status}`;
  return new Failure(kindOf({ message }, '', status), '', message, error);
}

type Answer<T> =
  { data: T; error: null; status?: number } | { data: null; error: ApiError; status?: number };

/** Passes a supabase answer's data on, or throws its error as a Failure. */
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

// supabase-js reports a request that never arrived with status 0 and no code, or a browser's error name.
function kindWithoutStatus(code: string): FailureKind {
  if (/^(22|23|P0)/.test(code)) return 'invalid';
  return code === '' ? unreached() : 'unexpected';
}

// The limits on texts are check constraints named <table>_<column>_length; a body may be too large as a whole.
const isLength = (code: string, message: string) =>
  code === '22001' || code === '413' || (code === '23514' && /_length\b/.test(message));

// The browser knows when it has no network at all; what it cannot know is whether the network leads anywhere.
const unreached = (): FailureKind =>
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
