import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { PasswordForm } from './password-form';
import { SignInFrame } from './sign-in-frame';
import { useAdminAuth } from './use-admin-auth';

/** The form of an account whose password is temporary, or not set yet. Nothing else is shown before. */
export function NewPasswordForm() {
  const { t } = useTranslation(['admin-sign-in', 'admin']);
  const { signOut } = useAdminAuth();
  return (
    <SignInFrame
      title={t('password.title')}
      lead={t('password.lead')}
      corner={
        <Button look="quiet" onClick={() => void signOut()}>
          {t('admin:menu.signOut')}
        </Button>
      }
    >
      <title>{t('password.title')}</title>
      <PasswordForm className="mt-8" />
    </SignInFrame>
  );
}
