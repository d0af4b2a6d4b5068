import { Link, NavLink, type LinkProps, type NavLinkProps } from 'react-router';
import { useLanguage } from './index';
import type { Language } from './language';

/** A path of the site with the language in its query: `/book#order` becomes `/book?lang=ar#order`. */
export const localPath = (path: string, language: Language): string => {
  const [address = '', hash] = path.split('#');
  const mark = address.includes('?') ? '&' : '?';
  return `${address}${mark}lang=${language}${hash === undefined ? '' : `#${hash}`}`;
};

/** A link within the site that keeps the language in the address. */
export function LocalLink({ to, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  return <Link {...rest} to={localPath(to, useLanguage())} />;
}

/** As LocalLink, and marks itself `aria-current` on its own page. */
export function LocalNavLink({ to, ...rest }: Omit<NavLinkProps, 'to'> & { to: string }) {
  return <NavLink {...rest} to={localPath(to, useLanguage())} end={to === '/'} />;
}
