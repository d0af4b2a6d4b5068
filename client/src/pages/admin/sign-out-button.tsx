import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLeave } from '../../features/admin-auth/use-leave';

/** The way out. */
export function SignOutButton() {
  const { t } = useTranslation('admin');
  const leave = useLeave();
  return (
    <button
      type="button"
      onClick={() => void leave()}
      className="flex min-h-11 w-full items-center gap-3 px-5 text-start hover:bg-ground lg:min-h-8"
    >
      <LogOut aria-hidden="true" className="size-4 rtl:-scale-x-100" strokeWidth={1.8} />
      {t('menu.signOut')}
    </button>
  );
}
