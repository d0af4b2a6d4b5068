import { useTranslation } from '@/shared/i18n';
import { CreationError } from './use-create-admin-user';

/** Returns the message of a failed creation or invitation. */
export function useCreationErrorText(): (error: unknown) => string {
  const { t } = useTranslation(['admin-users', 'site']);
  return (error) => {
    if (!(error instanceof CreationError)) {
      return t('problems.unexpected', { error: String(error) });
    }
    const { kind, detail } = error;
    const fallback = kind === 'unexpected' ? t('site:failure.network') : t('problems.unknown');
    return t(`problems.${kind}`, { error: detail === '' ? fallback : detail });
  };
}
