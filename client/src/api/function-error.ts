/** The answer of a function that refused; undefined where nothing was reached. */
export const responseOf = (error: unknown): Response | undefined =>
  error instanceof Error && 'context' in error && error.context instanceof Response
    ? error.context
    : undefined;

/** What a function said in the `error` field of its answer; '' where it said nothing. */
export async function errorTextOf(answer: Response): Promise<string> {
  try {
    const body: unknown = await answer.json();
    const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : '';
    return typeof said === 'string' ? said : '';
  } catch {
    return ''; // not JSON: a proxy's page, say
  }
}
