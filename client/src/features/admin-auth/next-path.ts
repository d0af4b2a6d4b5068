/** Leads to `homePath`. */
export const rootPath = '/admin';
export const loginPath = '/admin/login';
export const homePath = '/admin/dashboard';

/** The address of the sign-in page that leads back to where one was. */
export const loginFor = (path: string): string => `${loginPath}?next=${encodeURIComponent(path)}`;

/**
 * Where to go after signing in: `next` if it is a page of the back-office, else the dashboard.
 * The address is anyone's to write, so nothing else is followed: no other host, no other part of the site.
 */
export function nextPath(next: string | null): string {
  if (next === null || !URL.canParse(next, window.location.origin)) return homePath;
  const { origin, pathname, search, hash } = new URL(next, window.location.origin);
  const own = origin === window.location.origin && pathname.startsWith('/admin/');
  return own && pathname !== loginPath ? `${pathname}${search}${hash}` : homePath;
}
