/** What the worker needs to know of a request; a part of what Request has. */
export type Asked = {
  url: string;
  method: string;
  mode: string;
  headers: { get: (name: string) => string | null };
};

/**
 * How a request is answered. `page`: from the network, else what was kept, else the page that says so.
 * `file`: built under a name that changes with its content, so what was kept is right for good.
 * `picture`: what was kept, and a newer one for the next time. `rows`: from the network, else what was
 * kept. `other` is none of the worker's business: it passes as if there were no worker.
 */
export type Kind = 'page' | 'file' | 'picture' | 'rows' | 'other';

// What every visitor may read. A table that is not named here is never kept on a device.
const publicTables =
  /^\/rest\/v1\/(?:site_settings|expeditions|speaking_topics|awards|testimonials|media_highlights|media_coverage|book_reviews|blog_posts)$/;
const picture = /^\/(?:art|icons)\/[\w-]+\.(?:svg|png)$|^\/favicon\.svg$/;

/** Decides how a request is answered. The back-office and all services but the table API pass. */
export function kindOf(asked: Asked, origin: string): Kind {
  const url = new URL(asked.url);
  if (asked.method !== 'GET' || url.origin !== origin) return 'other';
  if (asked.mode === 'navigate') return isPublicPage(url.pathname) ? 'page' : 'other';
  if (url.pathname.startsWith('/assets/')) return 'file';
  if (picture.test(url.pathname)) return 'picture';
  return publicTables.test(url.pathname) && isVisitor(asked) ? 'rows' : 'other';
}

/** Whether an address is a page of the public site: no file, no service, nothing of the back-office. */
export function isPublicPage(pathname: string): boolean {
  if (/^\/(?:admin|rest|auth|functions|storage|realtime)(?:\/|$)/.test(pathname)) return false;
  return !/\.[a-z0-9]+$/i.test(pathname);
}

// supabase-js signs a visitor's request with the public key itself, a signed-in one with a token.
function isVisitor({ headers }: Asked): boolean {
  const key = headers.get('apikey');
  return key !== null && headers.get('authorization') === `Bearer ${key}`;
}

/** The one address under which a page is kept in a language, whatever else stood in its query. */
export function keyOf(url: string, language: string): string {
  const { origin, pathname } = new URL(url);
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return `${origin}${path}?lang=${language}`;
}

/** The language that an address names, if it is one of the site's. */
export function languageIn(url: string): string | undefined {
  const asked = new URL(url).searchParams.get('lang');
  return asked !== null && /^(?:en|fr|ar)$/.test(asked) ? asked : undefined;
}

/** The files that a page is made with: what its markup names below /assets, /art and /icons. */
export function filesIn(html: string): string[] {
  const named = html.matchAll(/["'(=\s](\/(?:assets|art|icons)\/[\w./-]+\.[a-z0-9]+)/g);
  return [...new Set([...named].map(([, path = '']) => path))];
}
