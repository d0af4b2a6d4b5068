import { tablesWith } from '@/shared/api/tables';

/** The properties of a Request that decide how it is answered. */
export type RequestFields = {
  url: string;
  method: string;
  mode: string;
  headers: { get: (name: string) => string | null };
};

/**
 * Caching strategy of a request. `page`: network first, then the cache, then the offline page. `file`: cache
 * only, since its name has the hash of its content. `picture`: stale while revalidate. `rows`: network
 * first, then the cache. `photo`: cache first, since another picture has another address. `other`: not handled by
 * the worker.
 */
export type RequestKind = 'page' | 'file' | 'picture' | 'photo' | 'rows' | 'other';

// Rows of other tables are never cached.
const publicPaths = new Set(tablesWith('public').map((table) => `/rest/v1/${table}`));
const photo = /^\/storage\/v1\/render\/image\/public\/media\//;
const picture = /^\/(?:art|icons)\/[\w-]+\.(?:svg|png)$|^\/favicon\.svg$/;

/** Decides how a request is answered. The back-office and all services but the table API are `other`. */
export function kindOf(request: RequestFields, origin: string): RequestKind {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'other';
  if (request.mode === 'navigate') return isPublicPage(url.pathname) ? 'page' : 'other';
  if (url.pathname.startsWith('/assets/')) return 'file';
  if (picture.test(url.pathname)) return 'picture';
  if (photo.test(url.pathname)) return 'photo';
  return publicPaths.has(url.pathname) && isAnon(request) ? 'rows' : 'other';
}

/** Whether a path is a page of the public site: not a file, a service or the back-office. */
export function isPublicPage(pathname: string): boolean {
  if (/^\/(?:admin|rest|auth|functions|storage|realtime)(?:\/|$)/.test(pathname)) return false;
  return !/\.[a-z0-9]+$/i.test(pathname);
}

// supabase-js sends the anon key as the token of a request without a session.
function isAnon({ headers }: RequestFields): boolean {
  const key = headers.get('apikey');
  return key !== null && headers.get('authorization') === `Bearer ${key}`;
}

/** The cache key of a page in a language, without the rest of its query. */
export function keyOf(url: string, language: string): string {
  const { origin, pathname } = new URL(url);
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return `${origin}${path}?lang=${language}`;
}

/** The `lang` parameter of an address, if it is a language of the site. */
export function languageIn(url: string): string | undefined {
  const language = new URL(url).searchParams.get('lang');
  return language !== null && /^(?:en|fr|ar)$/.test(language) ? language : undefined;
}

/** The files below /assets, /art and /icons that the HTML of a page references. */
export function filesIn(html: string): string[] {
  const named = html.matchAll(/["'(=\s](\/(?:assets|art|icons)\/[\w./-]+\.[a-z0-9]+)/g);
  return [...new Set([...named].map(([, path = '']) => path))];
}
