import { sb } from './client';
import { asFailure, type Failure } from './failures';

/**
 * Calls a function of the server and returns its response: JSON parsed, a PDF as a Blob. Throws a
 * Failure with the server's message; without a response its kind is `network` or `offline`.
 */
export async function callFunction(name: string, body: object): Promise<unknown> {
  const client = await sb();
  const { data, error } = await client.functions.invoke<unknown>(name, { body });
  if (error !== null) throw await failureOf(error);
  return data;
}

async function failureOf(error: unknown): Promise<Failure> {
  const answer = responseOf(error);
  if (answer === undefined) return asFailure(undefined);
  return asFailure({ message: await errorTextOf(answer), code: '' }, answer.status);
}

/** The response of a function that returned an error; undefined if the request failed before a response. */
export const responseOf = (error: unknown): Response | undefined =>
  error instanceof Error && 'context' in error && error.context instanceof Response
    ? error.context
    : undefined;

/** The `error` field of a function's response; '' if there is none. */
export async function errorTextOf(answer: Response): Promise<string> {
  try {
    const body: unknown = await answer.json();
    const text = typeof body === 'object' && body !== null && 'error' in body ? body.error : '';
    return typeof text === 'string' ? text : '';
  } catch {
    return ''; // not JSON, for example the error page of a proxy
  }
}
