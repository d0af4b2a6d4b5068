import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useAdminAuth } from '../../features/admin-auth/use-admin-auth';
import { RoleBadge } from '../../features/admin-users/role-badge';
import { LanguageSwitch } from '../../features/language/language-switch';
import { LocalLink } from '../../i18n/local-link';
import { CloseIcon, MenuIcon } from '../../ui/icons';
import { openModal } from '../../ui/open-modal';
import { useMenuDialog } from '../../ui/use-menu-dialog';
import { AdminMenu } from './admin-menu';
import { ScreenProgress } from './screen-progress';

/** The menu beside the page; on a phone it comes in from the side. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <ScreenProgress />
      <a
        href="#content"
        className="fixed start-4 top-0 z-50 -translate-y-[150%] bg-accent px-4 py-3 text-accent-ink focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <PhoneBar />
      <header className="sticky top-0 hidden h-dvh overflow-y-auto border-e border-line bg-raised lg:block">
        <MenuColumn />
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 gutter py-6 outline-none lg:py-9">
        <div className="max-w-7xl">{children}</div>
      </main>
    </div>
  );
}

function PhoneBar() {
  const { t } = useTranslation();
  const menu = useMenuDialog(useLocation().pathname, '(min-width: 64rem)');
  const close = () => menu.current?.close();
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center justify-between gap-3 border-b border-line bg-raised gutter lg:hidden">
      <Mark />
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
        closedby="any"
        className="admin-drawer m-0 h-dvh max-h-none w-72 grid-rows-[auto_1fr] open:grid max-w-[85vw] bg-raised text-ink backdrop:bg-night/60"
      >
        <div className="flex justify-end px-3 pt-1.5">
          <button
            type="button"
            aria-label={t('nav.closeMenu')}
            className="grid size-11 place-items-center"
            onClick={close}
          >
            <CloseIcon />
          </button>
        </div>
        <MenuColumn onChosen={close} />
      </dialog>
    </header>
  );
}

function Mark() {
  const { t } = useTranslation('admin');
  return (
    <LocalLink to="/admin/dashboard" className="flex min-h-11 items-center gap-2.5">
      <svg aria-hidden="true" viewBox="0 0 30 20" className="h-4 w-6 text-accent">
        <path d="m1 19 9-13 4 5 5-10 10 18" fill="none" stroke="currentColor" strokeWidth="2.4" />
      </svg>
      <span className="display text-lead">{t('title')}</span>
    </LocalLink>
  );
}

const entry =
  'flex min-h-11 items-center border-s-3 border-transparent px-5 hover:bg-ground lg:min-h-10';

function MenuColumn({ onChosen }: { onChosen?: () => void }) {
  const { t } = useTranslation('admin');
  const { adminUser } = useAdminAuth();
  return (
    <div className="flex min-h-full flex-col py-4">
      <div className="hidden px-5 lg:block">
        <Mark />
      </div>
      <div className="lg:mt-5">
        <AdminMenu role={adminUser?.role} {...(onChosen && { onChosen })} />
      </div>
      <div className="mt-auto grid gap-1 pt-6">
        <LocalLink to="/" reloadDocument className={entry}>
          {t('menu.website')}
        </LocalLink>
        <div className="px-3.5">
          <LanguageSwitch />
        </div>
        <WhoIsIn />
      </div>
    </div>
  );
}

function WhoIsIn() {
  const { t } = useTranslation('admin');
  const { adminUser, signOut } = useAdminAuth();
  if (adminUser === null) return null;
  return (
    <div className="mt-3 grid gap-2 border-t border-line px-5 pt-4">
      <p className="text-small wrap-anywhere">
        <bdi dir="ltr">{adminUser.email}</bdi>
      </p>
      <div className="flex items-center justify-between gap-3">
        <RoleBadge role={adminUser.role} />
        <button
          type="button"
          onClick={() => void signOut()}
          className="min-h-11 text-small underline decoration-line underline-offset-4 hover:decoration-accent lg:min-h-9"
        >
          {t('menu.signOut')}
        </button>
      </div>
    </div>
  );
}
