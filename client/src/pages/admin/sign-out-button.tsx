import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '../../features/admin-auth/use-sign-out';

export function SignOutButton() {
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
