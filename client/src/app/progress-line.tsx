import { useTranslation } from 'react-i18next';

/** A thin line at the top while a page is on its way; nobody sees it who waits less than 150 ms. */
export function ProgressLine() {
  const { t } = useTranslation();
  return (
    <div role="status" className="progress-line">
      <span className="sr-only">{t('nav.loading')}</span>
    </div>
  );
}
