/**
 * Called when a request has no session, or was refused (401, 403). Returns the token to send it (again)
 * with; undefined to return the response as it is. Throws the error of the request.
 */
export type SessionRenewal = (call: {
  /** The token of the request; undefined if there is no session. */
  token: string | undefined;
}) => Promise<string | undefined>;

let renewal: SessionRenewal | undefined;

/** Sets the function that renews the session; returns its removal. The public site sets none. */
export function setSessionRenewal(renew: SessionRenewal): () => void {
  renewal = renew;
  return () => {
    if (renewal === renew) renewal = undefined;
  };
}

/**
 * fetch for the supabase client. If the session has expired, a request for rows or of a function waits
 * for a new session and is sent with it, so that no action is lost and no list shows only the rows that
 * the role anon may read.
 */
export async function fetchWithSession(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  if (renewal === undefined || !needsSession(input)) return fetch(input, init);
  const headers = new Headers(init.headers);
  const token = tokenOf(headers);
  const answer = token === undefined ? undefined : await fetch(input, init);
  if (answer !== undefined && !isRefusal(answer)) return answer;
  const renewed = await renewal({ token });
  if (renewed === undefined) return answer ?? fetch(input, init);
  headers.set('Authorization', `Bearer ${renewed}`);
  return fetch(input, { ...init, headers });
}

const needsSession = (input: RequestInfo | URL): boolean => {
  const url = input instanceof Request ? input.url : String(input);
  return /^\/(rest|functions)\/v1\//.test(new URL(url, window.location.origin).pathname);
};

const isRefusal = ({ status }: Response) => status === 401 || status === 403;

// Without a session supabase-js sends the anon key as the token.
function tokenOf(headers: Headers): string | undefined {
  const token = headers.get('Authorization')?.replace(/^Bearer /, '');
  return token === headers.get('apikey') ? undefined : token;
}
