import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { screensUnderWay } from './screen-modules';

/** A thin line at the top while a screen is on its way; nobody sees it who waits less than 150 ms. */
export function ScreenProgress() {
  const { t } = useTranslation();
  const isOpening = useSyncExternalStore(screensUnderWay.subscribe, screensUnderWay.get);
  if (!isOpening) return null;
  return (
    <div role="status" className="progress-line">
      <span className="sr-only">{t('nav.loading')}</span>
    </div>
  );
}
