import { useTranslation } from 'react-i18next';
import { CreationRefused } from './creation-refusal';

/** Says why no admin was made. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation(['admin-users', 'site']);
  return (error) => {
    if (!(error instanceof CreationRefused)) {
      return t('problems.unexpected', { error: String(error) });
    }
    const { kind, detail } = error;
    const unsaid = kind === 'unexpected' ? t('site:failure.network') : t('problems.unknown');
    return t(`problems.${kind}`, { error: detail === '' ? unsaid : detail });
  };
}
