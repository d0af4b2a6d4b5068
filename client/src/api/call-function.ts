import { sb } from './client';
import { asFailure, type Failure } from './failures';
import { responseOf, errorTextOf } from './function-error';

/**
 * Calls one of the server's functions and gives its answer: JSON parsed, a PDF as a Blob. A refusal is
 * thrown as a Failure whose message is what the server said; one that was never heard is `network`.
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
