import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';

/**
 * Shows an error toast with the reason: `showError('Order BO1 was not changed.', error)`. It replaces an earlier one
 * `about` the same.
 */
export function useErrorToast() {
  const { t } = useTranslation(['admin-kit', 'site']);
  return (what: string | undefined, error: unknown, about?: string) => {
    console.warn(error);
    notify(
      'bad',
      `${what ?? t('failed.change')} ${failureText(t, error)}`,
      about === undefined ? {} : { about },
    );
  };
}
