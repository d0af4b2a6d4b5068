import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { pendingScreens } from './screen-modules';

/** A progress line while a screen loads. It becomes visible after 150 ms. */
export function ScreenProgress() {
  const { t } = useTranslation();
  const isOpening = useSyncExternalStore(pendingScreens.subscribe, pendingScreens.get);
  if (!isOpening) return null;
  return (
    <div role="status" className="progress-line">
      <span className="sr-only">{t('nav.loading')}</span>
    </div>
  );
}
