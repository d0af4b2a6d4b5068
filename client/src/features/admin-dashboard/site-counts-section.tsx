import { useTranslation } from 'react-i18next';
import { failureText } from '../../api/failures';
import { useLanguage } from '../../i18n';
import { formatNumber } from '../../i18n/format';
import { LocalLink } from '../../i18n/local-link';
import { FailureNotice } from '../../ui/failure-notice';
import { Spinner } from '../../ui/spinner';
import { useSiteCounts, type CountedTable } from './use-site-counts';

/** Where the rows of each count are worked on; absent where there is no such screen (yet). */
export type CountLinks = Partial<Record<CountedTable, string>>;

/** The six counts, and why any is missing. */
export function SiteCountsSection({ links }: { links: CountLinks }) {
  const { t } = useTranslation(['admin', 'site']);
  const { counts, error, isPending, retry } = useSiteCounts();
  if (isPending) return <Spinner label={t('admin:loading')} className="min-h-22" />;
  return (
    <>
      {error !== null && (
        <FailureNotice
          text={`${t('admin:dashboard.failed')} ${failureText(t, error)}`}
          retryLabel={t('site:retry')}
          onRetry={retry}
        />
      )}
      <dl
        aria-label={t('admin:dashboard.counts')}
        className="grid grid-cols-2 border-s border-t border-line sm:grid-cols-3 xl:grid-cols-6"
      >
        {counts.map(({ table, count }) => (
          <Count key={table} table={table} count={count} link={links[table]} />
        ))}
      </dl>
    </>
  );
}

type CountProps = { table: CountedTable; count: number | undefined; link: string | undefined };

function Count({ table, count, link }: CountProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const name = t(`dashboard.tables.${table}`);
  return (
    <div className="relative flex flex-col-reverse justify-end gap-1 border-e border-b border-line bg-raised px-4 py-3.5 has-[a:hover]:bg-ground">
      <dt className="text-small text-muted">
        {link === undefined ? (
          name
        ) : (
          // The whole field is the link.
          <LocalLink to={link} className="after:absolute after:inset-0">
            {name}
          </LocalLink>
        )}
      </dt>
      <dd className="figure text-[2.25rem]">
        {count === undefined ? (
          <span aria-label={t('dashboard.unknown')}>–</span>
        ) : (
          formatNumber(count, language)
        )}
      </dd>
    </div>
  );
}
