import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../ui/use-online';

/** A note while offline. The live region is always rendered, so that changes are announced. */
export function OfflineLine() {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-3 border-b border-line bg-ink gutter py-2 text-small text-ground">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.8} />
          {t('offline')}
        </p>
      )}
    </div>
  );
}
