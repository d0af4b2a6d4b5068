/** Leads to `homePath`. */
export const rootPath = '/admin';
export const loginPath = '/admin/login';
export const homePath = '/admin/dashboard';

/** The URL of the sign-in page, with the path to return to. */
export const loginFor = (path: string): string => `${loginPath}?next=${encodeURIComponent(path)}`;

/**
 * The path after signing in: `next` if it is a page of the back-office, else the dashboard. Anyone can
 * write the URL, so other hosts and other parts of the site are not followed.
 */
export function nextPath(next: string | null): string {
  if (next === null || !URL.canParse(next, window.location.origin)) return homePath;
  const { origin, pathname, search, hash } = new URL(next, window.location.origin);
  const own = origin === window.location.origin && pathname.startsWith('/admin/');
  return own && pathname !== loginPath ? `${pathname}${search}${hash}` : homePath;
}
