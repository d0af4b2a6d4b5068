import { LogOut } from 'lucide-react';
import { ConnectionIndicator } from '@/admin/kit/live/connection-indicator';
import { useAdminAuth } from '@/admin/features/auth/use-admin-auth';
import { useSignOut } from '@/admin/features/auth/use-sign-out';
import { RoleBadge } from '@/admin/features/users/role-badge';
import { LanguageSwitch } from '@/shared/ui/language-switch';
import { ThemeSwitch } from '@/shared/ui/theme-switch';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';

type Props = {
  /** Called when a screen is chosen, so that a sheet closes. */
  onChosen?: () => void;
};

/** The footer of the menu: links, language, theme and the signed-in user. */
export function MenuFooter({ onChosen }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 border-t border-line py-2">
      <div className="flex flex-wrap justify-between gap-x-4 px-5">
        <WebsiteLink />
        <SignOutButton />
      </div>
      <div className="flex items-center justify-between ps-3 pe-5">
        <LanguageSwitch />
        <ThemeSwitch className="lg:[--option:2rem]" />
      </div>
      <SignedInUser onChosen={onChosen} />
    </div>
  );
}

/** A link to the public site, with a full page load. */
function WebsiteLink() {
  const { t } = useTranslation('admin');
  return (
    <LocalLink
      to="/"
      reloadDocument
      className="flex min-h-11 items-center text-small whitespace-nowrap hover:text-accent lg:min-h-7.5"
    >
      {t('menu.website')}
    </LocalLink>
  );
}

function SignOutButton() {
  const { t } = useTranslation('admin');
  const signOut = useSignOut();
  return (
    <button
      type="button"
      onClick={() => void signOut()}
      className="flex min-h-11 items-center gap-2 text-small whitespace-nowrap hover:text-accent lg:min-h-7.5"
    >
      <LogOut aria-hidden="true" className="size-3.5 rtl:-scale-x-100" strokeWidth={1.8} />
      {t('menu.signOut')}
    </button>
  );
}

/** The e-mail and role of the signed-in user, and a link to their account. */
function SignedInUser({ onChosen }: { onChosen: Props['onChosen'] }) {
  const { t } = useTranslation('admin');
  const { adminUser } = useAdminAuth();
  if (adminUser === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 pb-1">
      <p className="max-w-full truncate text-small" title={adminUser.email}>
        <bdi dir="ltr">{adminUser.email}</bdi>
      </p>
      <RoleBadge role={adminUser.role} />
      <LocalLink
        to="/admin/account"
        onClick={onChosen}
        className="flex min-h-11 items-center text-small hover:text-accent lg:min-h-7.5"
      >
        {t('screens.account')}
      </LocalLink>
      {/* On its own line, so that a longer text shifts nothing. */}
      <div className="min-h-5 basis-full">
        <ConnectionIndicator />
      </div>
    </div>
  );
}
