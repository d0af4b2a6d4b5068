import { useCallback } from 'react';
import { asFailure, failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';

/** Returns the message of a failed update or deletion, translated for known reasons. */
export function useAdminProblem(): (did: 'updating' | 'deleting', error: unknown) => string {
  const { t } = useTranslation(['admin-users', 'site']);
  return useCallback(
    (did, error) => {
      const failure = asFailure(error);
      const reason = () => {
        if (/last active super admin/.test(failure.message)) return t('problems.lastSuper');
        if (failure.kind === 'refused') return t('problems.notSuper');
        return failureText(t, failure);
      };
      return t(`problems.${did}`, { message: reason() });
    },
    [t],
  );
}
