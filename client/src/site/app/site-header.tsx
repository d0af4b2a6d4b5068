import { useEffect, useRef } from 'react';
import { LanguageSwitch } from '@/shared/ui/language-switch';
import type { Settings } from '@/shared/settings/settings';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink, LocalNavLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { FollowLink } from './follow-link';
import { followScroll } from './follow-scroll';
import { MobileMenu } from './mobile-menu';
import { routesIn, type NamedRoute } from './routes';
import { Wordmark } from './wordmark';

/**
 * Wordmark, language switch and calls to action, with the navigation below. Below 768 px all but the
 * wordmark and the language is in the menu. Its height is var(--header). On a long page it comes back when
 * the visitor scrolls up (frame.css).
 */
export function SiteHeader({ settings }: { settings: Settings }) {
  const header = useRef<HTMLElement>(null);
  useEffect(() => (header.current === null ? undefined : followScroll(header.current)), []);
  return (
    <header ref={header} className="site-header z-40">
      <div className="flex min-h-20 items-center gap-[min(1.25rem,2.4vw)] gutter md:min-h-16">
        <LocalLink to="/" className="min-w-0">
          <Wordmark text={settings.siteTitle[useLanguage()]} />
        </LocalLink>
        <FollowLink
          instagram={settings.instagram}
          className="ms-auto hidden min-h-11 items-center gap-2.5 text-small whitespace-nowrap decoration-accent decoration-2 underline-offset-8 hover:underline md:inline-flex"
        />
        <div className="ms-auto shrink-0 md:ms-0">
          <LanguageSwitch />
        </div>
        <div className="hidden shrink-0 items-center gap-2.5 md:flex">
          {routesIn('call')
            .toReversed()
            .map((route) => (
              <Call key={route.path} route={route} />
            ))}
        </div>
        <MobileMenu settings={settings} />
      </div>
      <PageRow />
    </header>
  );
}

/** A call to action: the book as a solid button, sponsoring as an outline with a short label below xl. */
function Call({ route: { path, label } }: { route: NamedRoute }) {
  const { t } = useTranslation();
  const isBook = label === 'book';
  return (
    <LocalLink
      to={path}
      className={buttonClass(isBook ? 'solid' : 'line', 'px-4 whitespace-nowrap')}
    >
      {isBook ? (
        t('nav.pages.book')
      ) : (
        <>
          <span className="xl:hidden">{t('nav.sponsorShort')}</span>
          <span className="hidden xl:inline">{t('nav.pages.sponsor')}</span>
        </>
      )}
    </LocalLink>
  );
}

function PageRow() {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('nav.label')}
      className="mx-gutter hidden flex-wrap justify-between gap-x-3 border-t border-line md:flex lg:justify-start lg:gap-x-9"
    >
      {routesIn('main').map(({ path, label }) => (
        <LocalNavLink key={path} to={path} className="page-tick text-small whitespace-nowrap">
          {t(`nav.pages.${label}`)}
        </LocalNavLink>
      ))}
    </nav>
  );
}
