import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LanguageSwitch } from '../features/language/language-switch';
import type { Settings } from '../features/settings/settings';
import { LocalLink, LocalNavLink } from '../i18n/local-link';
import { buttonClass } from '../ui/button';
import { CloseIcon, MenuIcon } from '../ui/icons';
import { openModal } from '../ui/open-modal';
import { useMenuDialog } from '../ui/use-menu-dialog';
import { routesIn } from './routes';

const pages = routesIn('header');
const calls = routesIn('call');
const all = routesIn('header', 'call');

/** Wordmark, navigation, language and the call to the book; below 768 px all but the mark is a menu. */
export function SiteHeader({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  return (
    <header className="absolute inset-x-0 top-0 z-40 flex h-20 items-center gap-[min(1.5rem,4vw)] gutter">
      <Wordmark text={settings.wordmark} />
      <nav aria-label={t('nav.label')} className="ms-auto hidden items-center gap-7 md:flex">
        {pages.map(({ path, label }) => (
          <LocalNavLink
            key={path}
            to={path}
            className="py-2.5 text-small decoration-accent decoration-2 underline-offset-8 hover:underline aria-[current=page]:underline"
          >
            {t(`nav.pages.${label}`)}
          </LocalNavLink>
        ))}
        {calls.map(({ path, label }) => (
          <LocalLink key={path} to={path} className={buttonClass('solid')}>
            {t(`nav.pages.${label}`)}
          </LocalLink>
        ))}
      </nav>
      <div className="ms-auto shrink-0 md:ms-0">
        <LanguageSwitch />
      </div>
      <MobileMenu wordmark={settings.wordmark} />
    </header>
  );
}

function Wordmark({ text }: { text: string }) {
  return (
    <LocalLink to="/" dir="ltr" lang="en" className="flex min-h-11 min-w-0 items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 30 20" className="h-5 w-7.5 shrink-0 text-accent">
        <path d="m1 19 9-13 4 5 5-10 10 18" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      <span className="truncate figure text-2xl tracking-wide uppercase">{text}</span>
    </LocalLink>
  );
}

function MobileMenu({ wordmark }: { wordmark: string }) {
  const { t } = useTranslation();
  const menu = useMenuDialog(useLocation().pathname, '(min-width: 48rem)');
  const close = () => menu.current?.close();
  return (
    <div className="md:hidden">
      <button
        type="button"
        aria-label={t('nav.menu')}
        className="-me-2.5 grid size-11 place-items-center"
        onClick={() => openModal(menu.current)}
      >
        <MenuIcon />
      </button>
      <dialog
        ref={menu}
        aria-label={t('nav.menu')}
        className="m-0 h-dvh max-h-none w-full max-w-none bg-ground text-ink"
      >
        <div className="flex h-20 items-center justify-between gutter">
          <span dir="ltr" className="figure text-2xl tracking-wide uppercase">
            {wordmark}
          </span>
          <button
            type="button"
            aria-label={t('nav.closeMenu')}
            className="-me-2.5 grid size-11 place-items-center"
            onClick={close}
          >
            <CloseIcon />
          </button>
        </div>
        <nav aria-label={t('nav.label')} className="grid gap-2 gutter pt-6">
          {all.map(({ path, label }) => (
            <LocalNavLink
              key={path}
              to={path}
              onClick={close}
              className="display border-b border-line py-3 text-heading aria-[current=page]:text-accent"
            >
              {t(`nav.pages.${label}`)}
            </LocalNavLink>
          ))}
        </nav>
        <div className="gutter pt-6">
          <LanguageSwitch onChosen={close} />
        </div>
      </dialog>
    </div>
  );
}
