import { useTranslation } from 'react-i18next';
import { failureText } from '../../api/failures';
import { notify } from '../../ui/toast';

/** Says that a change was not made, and why: `tell('Order BO1 was not changed.', error)`. */
export function useErrorToast() {
  const { t } = useTranslation(['admin-kit', 'site']);
  return (what: string | undefined, error: unknown) => {
    console.warn(error);
    notify('bad', `${what ?? t('failed.change')} ${failureText(t, error)}`);
  };
}
