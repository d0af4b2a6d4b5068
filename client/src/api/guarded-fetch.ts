/**
 * Asked when a call has no session, or was refused. Gives the token with which it is to be sent (again),
 * or undefined where it stands as it is. Throws what the call is to fail with.
 */
export type Renewal = (call: {
  /** The token that the call was sent with; undefined where nobody is signed in. */
  token: string | undefined;
}) => Promise<string | undefined>;

let renewal: Renewal | undefined;

/** Has this asked from now on. Returns how to stop. Without one (the public site) calls are merely sent. */
export function guardCalls(renew: Renewal): () => void {
  renewal = renew;
  return () => {
    if (renewal === renew) renewal = undefined;
  };
}

/**
 * fetch for the supabase client: a call for rows or of a function that finds its session over waits
 * until there is one again, and is then sent with that. So nothing that was pressed is lost, and no list
 * shows the little that a visitor may read as if it were all.
 */
export async function guardedFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  if (renewal === undefined || !isOfPerson(input)) return fetch(input, init);
  const headers = new Headers(init.headers);
  const token = tokenOf(headers);
  const answer = token === undefined ? undefined : await fetch(input, init);
  if (answer !== undefined && !isRefusal(answer)) return answer;
  const renewed = await renewal({ token });
  if (renewed === undefined) return answer ?? fetch(input, init);
  headers.set('Authorization', `Bearer ${renewed}`);
  return fetch(input, { ...init, headers });
}

const isOfPerson = (input: RequestInfo | URL): boolean => {
  const url = input instanceof Request ? input.url : String(input);
  return /^\/(rest|functions)\/v1\//.test(new URL(url, window.location.origin).pathname);
};

const isRefusal = ({ status }: Response) => status === 401 || status === 403;

// supabase-js sends the page's own key where it has no session.
function tokenOf(headers: Headers): string | undefined {
  const token = headers.get('Authorization')?.replace(/^Bearer /, '');
  return token === headers.get('apikey') ? undefined : token;
}
