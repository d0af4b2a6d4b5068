import { useTranslation } from '@/shared/i18n';
import { PasswordForm } from './password-form';
import { SignInFrame } from './sign-in-frame';

/** The form of an account whose password is temporary, or not set yet. Nothing else is shown before. */
export function NewPasswordForm() {
  const { t } = useTranslation('admin-sign-in');
  return (
    <SignInFrame title={t('password.title')} lead={t('password.lead')} hasSession>
      <PasswordForm className="mt-8" />
    </SignInFrame>
  );
}
