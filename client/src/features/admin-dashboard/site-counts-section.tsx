import { useTranslation } from 'react-i18next';
import { failureKey } from '../../api/failures';
import { useLanguage } from '../../i18n';
import { formatNumber } from '../../i18n/format';
import { FailureNotice } from '../../ui/failure-notice';
import { Spinner } from '../../ui/spinner';
import { countedTables, useSiteCounts, type SiteCounts } from './use-site-counts';

/** The six counts, or why there are none yet. */
export function SiteCountsSection() {
  const { t } = useTranslation('admin');
  const { t: site } = useTranslation();
  const { data, error, refetch } = useSiteCounts();
  if (data !== undefined) return <Figures counts={data} />;
  if (error === null) return <Spinner label={t('loading')} className="min-h-48" />;
  return (
    <FailureNotice
      text={`${t('dashboard.failed')} ${site(failureKey(error))}`}
      retryLabel={site('retry')}
      onRetry={() => void refetch()}
    />
  );
}

function Figures({ counts }: { counts: SiteCounts }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <dl
      aria-label={t('dashboard.counts')}
      className="grid grid-cols-2 border-s border-t border-line sm:grid-cols-3"
    >
      {countedTables.map((table) => (
        <div
          key={table}
          className="flex flex-col-reverse justify-end gap-2 border-e border-b border-line bg-raised p-4 sm:p-5"
        >
          <dt className="text-small text-muted">{t(`dashboard.tables.${table}`)}</dt>
          <dd className="figure text-[2.5rem]">{formatNumber(counts[table], language)}</dd>
        </div>
      ))}
    </dl>
  );
}
