import { useMutation } from '@tanstack/react-query';
import { passwordLink } from '@/admin/kit/password-link';
import { auth } from '@/shared/api/client';
import { asFailure, failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';

/** Has a link for a new password mailed to an admin, and says so. */
export function usePasswordMail() {
  const { t } = useTranslation(['admin-users', 'site']);
  const redirectTo = passwordLink(useLanguage());
  return useMutation({
    networkMode: 'always',
    mutationFn: async (email: string) => {
      const client = await auth();
      const { error } = await client.resetPasswordForEmail(email, { redirectTo });
      if (error !== null) throw asFailure(error);
    },
    onSuccess: (_nothing, email) => notify('good', t('said.passwordMail', { email }), { ms: 8000 }),
    onError: (error) => {
      const isSoon = asFailure(error).code === 'over_email_send_rate_limit';
      notify('bad', isSoon ? t('problems.mailedJustNow') : failureText(t, error));
    },
  });
}
