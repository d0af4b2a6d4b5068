import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';
import { useLanguage } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';

/** A path of the site with the language in its query: `/book#order` becomes `/book?lang=ar#order`. */
export const localPath = (path: string, language: Language): string => {
  const [address = '', hash] = path.split('#');
  const separator = address.includes('?') ? '&' : '?';
  return `${address}${separator}lang=${language}${hash === undefined ? '' : `#${hash}`}`;
};

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of the site, without a language. */
  to: string;
  /** The state of the new location. */
  state?: unknown;
  /** Loads the document instead of navigating on the client. */
  reloadDocument?: boolean;
};

/**
 * A link within the site that keeps the language in the address. The router's own Link supports
 * prefetching of documents, 3 kB that are not needed here.
 */
export function LocalLink({
  to,
  state,
  reloadDocument = false,
  onClick,
  children,
  ...rest
}: Props) {
  const address = localPath(to, useLanguage());
  const follow = useLinkClickHandler(address, { state });
  return (
    <a
      {...rest}
      href={useHref(address)}
      onClick={(event) => {
        onClick?.(event);
        if (!reloadDocument && !event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}

/** A LocalLink with `aria-current` on its own page and on those below it. */
export function LocalNavLink({ to, ...rest }: Props) {
  const { pathname } = useLocation();
  const isHere = pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
  return <LocalLink {...rest} to={to} aria-current={isHere ? 'page' : undefined} />;
}
