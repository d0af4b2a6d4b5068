import { useConfirm } from '@/admin/kit/confirm';
import { hasUnsaved } from '@/admin/kit/unsaved';
import { failureText } from '@/shared/api/failures';
import { notify } from '@/shared/ui/toast';
import { useTranslation } from '@/shared/i18n';
import { useAdminAuth } from './use-admin-auth';

/** Signs out; asks for confirmation if there are unsaved changes. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation(['admin', 'site']);
  const { signOut } = useAdminAuth();
  const confirm = useConfirm();
  return async () => {
    const question = t('leave.question');
    const isAsked = hasUnsaved();
    if (isAsked && !(await confirm({ question, action: t('leave.anyway'), tone: 'bad' }))) return;
    await signOut().catch((error: unknown) => notify('bad', failureText(t, error)));
  };
}
