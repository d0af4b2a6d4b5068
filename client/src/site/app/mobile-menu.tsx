import { useEffect, useRef, type MouseEvent, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { LanguageSwitch } from '@/shared/ui/language-switch';
import type { Settings } from '@/shared/settings/settings';
import { ThemeSwitch } from '@/shared/ui/theme-switch';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink, LocalNavLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { CloseIcon, MenuIcon } from '@/shared/ui/icons';
import { openModal } from '@/shared/ui/open-modal';
import { useMedia } from '@/shared/ui/use-media';
import { FollowLink } from './follow-link';
import { routesIn } from './routes';
import { Wordmark } from './wordmark';

// Shown beside each page: the heights of the summits that she has climbed.
const heights = [8848, 6962, 6812, 6190, 5895, 5642, 4892, 4884, 4810];

const id = 'site-menu';

/** Invoker attributes: the browser opens and closes the menu itself before hydration. */
const command = (name: 'show-modal' | 'close') => ({ command: name, commandfor: id });

/** Cancels the invoker command of a click: the browser warns if the dialog is open or closed already. */
const handled = (action: () => void) => (event: MouseEvent) => {
  event.preventDefault();
  action();
};

/** The navigation below 768 px: a full-screen dialog behind a button. */
export function MobileMenu({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const menu = useMenuDialog();
  const close = () => menu.current?.close();
  return (
    <div className="md:hidden">
      <button
        type="button"
        {...command('show-modal')}
        aria-label={t('nav.menu')}
        className="-me-2.5 grid size-11 place-items-center"
        // oxlint-disable-next-line react/refs -- read at the click
        onClick={handled(() => openModal(menu.current))}
      >
        <MenuIcon />
      </button>
      <dialog
        ref={menu}
        id={id}
        aria-label={t('nav.menu')}
        className="altitude menu-sheet m-0 h-dvh max-h-none w-full max-w-none"
      >
        <div className="grid min-h-full grid-rows-[auto_1fr_auto]">
          <div className="flex h-20 items-center justify-between gap-4 gutter">
            <Wordmark text={settings.siteTitle[useLanguage()]} />
            <button
              type="button"
              {...command('close')}
              aria-label={t('nav.closeMenu')}
              className="-me-2.5 grid size-11 shrink-0 place-items-center"
              // oxlint-disable-next-line react/refs -- read at the click
              onClick={handled(close)}
            >
              <CloseIcon />
            </button>
          </div>
          <MenuPages onChosen={close} />
          <MenuFoot settings={settings} onChosen={close} />
        </div>
      </dialog>
    </div>
  );
}

/**
 * The dialog of the menu. It closes when the page changes, also by the back button, and when the screen
 * gets wide: an open but hidden dialog would leave the page inert. One that was opened before hydration stays open.
 */
function useMenuDialog(): RefObject<HTMLDialogElement | null> {
  const menu = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  const isWide = useMedia('(min-width: 48rem)');
  useEffect(() => {
    const dialog = menu.current;
    return () => dialog?.close();
  }, [pathname, isWide]);
  return menu;
}

function MenuPages({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <nav aria-label={t('nav.label')} className="self-start gutter">
      {routesIn('main').map(({ path, label }, at) => (
        <LocalNavLink
          key={path}
          to={path}
          onClick={onChosen}
          className="group flex min-h-11 flex-wrap content-center items-baseline justify-between gap-4 border-b border-line aria-[current=page]:text-accent"
        >
          <span className="display text-[clamp(1.5rem,3.6svh,2.5rem)]">
            {t(`nav.pages.${label}`)}
          </span>
          <span
            aria-hidden="true"
            dir="ltr"
            className="coordinate text-faint group-aria-[current=page]:text-accent"
          >
            {formatNumber(heights[at] ?? 0, language)}
          </span>
        </LocalNavLink>
      ))}
    </nav>
  );
}

function MenuFoot({ settings, onChosen }: { settings: Settings; onChosen: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4 gutter pt-6 pb-8">
      <div className="grid grid-cols-2 gap-3">
        {routesIn('call').map(({ path, label }) => (
          <LocalLink
            key={path}
            to={path}
            onClick={onChosen}
            className={buttonClass(label === 'book' ? 'solid' : 'line')}
          >
            {t(`nav.pages.${label}`)}
          </LocalLink>
        ))}
      </div>
      <FollowLink
        instagram={settings.instagram}
        className="inline-flex min-h-11 items-center gap-2.5 text-small"
      />
      <div className="flex items-center justify-between gap-4">
        <ThemeSwitch />
        <LanguageSwitch onChosen={onChosen} />
      </div>
    </div>
  );
}
