import { actorHeader } from './actor.ts';
import { connection } from './connection.ts';
import { t } from '@/texts.ts';

/** A refusal of the server, in its own words. Status 0 is a server that does not answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  readonly details: string;

  constructor(status: number, body: Partial<Record<string, unknown>>) {
    super(typeof body['message'] === 'string' ? body['message'] : `HTTP ${status}`);
    this.status = status;
    this.code = text(body['code']);
    this.hint = text(body['hint']);
    this.details = text(body['details']);
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const typeOf = (body: unknown) =>
  body instanceof File ? body.type || 'application/octet-stream' : 'application/json';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function send(
  method: Method,
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await fetch(`/_/api${path}`, {
    method,
    headers: {
      'X-Toubkal-Console': '1',
      ...actorHeader(),
      ...(body === undefined ? {} : { 'Content-Type': typeOf(body) }),
    },
    ...(body === undefined ? {} : { body: body instanceof File ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((failure: unknown) => {
    if (signal?.aborted) throw failure;
    return away();
  });
  if (response.ok) {
    connection.set('ok');
    return response;
  }
  // A proxy may answer with something else than JSON.
  const refusal: unknown = await response.json().catch(() => ({}));
  const error = new ApiError(response.status, refusal as Partial<Record<string, unknown>>);
  if (error.code === '' && [502, 503, 504].includes(response.status)) return away();
  connection.set(error.code === 'console_signed_out' ? 'signed out' : 'ok');
  throw error;
}

function away(): never {
  connection.set('away');
  throw new ApiError(0, { message: t.noAnswer });
}

/** Asks the console's API. The caller says what the answer is: both ends are one program. */
export async function api<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const response = await send(method, path, body, signal);
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

/** Sends a file as it is. */
export async function upload(path: string, file: File): Promise<void> {
  await send('POST', path, file);
}

/** Asks for the content of a file. */
export const content = async (path: string): Promise<Blob> =>
  (await send('GET', path, undefined)).blob();

/** Asks for a file, and saves it. */
export async function download(path: string, body: unknown, name: string): Promise<void> {
  save(await (await send('POST', path, body)).blob(), name);
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The path of a table's resources. */
export const tablePath = (schema: string, name: string) =>
  `/tables/${encodeURIComponent(schema)}/${encodeURIComponent(name)}`;
