import { useEffect } from 'react';
import { notify } from '@/shared/ui/toast';
import { useTranslation } from '@/shared/i18n';

/** In place of a lazy-loaded dialog that failed to load: shows a toast and closes the dialog. */
export function LoadFailure({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useEffect(() => {
    notify('bad', t('failure.network'));
    onClose();
  }, [onClose, t]);
  return null;
}
