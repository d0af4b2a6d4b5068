import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useRefetchInterval } from '@/admin/kit/rows/use-refetch-interval';
import { useTranslation } from '@/shared/i18n';
import { accountItems } from './account-items';

/** Keeps the items of the account up to date while it is signed in. For the layout. */
export function useAccountItems(account: string | undefined): void {
  const { t } = useTranslation('admin-kit');
  const showError = useErrorToast();
  useQuery({
    queryKey: ['account_items', account],
    queryFn: accountItems.refetch,
    enabled: account !== undefined,
    ...useRefetchInterval(),
  });
  useEffect(() => {
    accountItems.onRefused = (error) => showError(t('account.refused'), error);
  }, [showError, t]);
  useEffect(() => {
    // Changes that could not be sent while offline.
    const save = () => void accountItems.save();
    window.addEventListener('online', save);
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('online', save);
      window.removeEventListener('pagehide', save);
    };
  }, []);
}
