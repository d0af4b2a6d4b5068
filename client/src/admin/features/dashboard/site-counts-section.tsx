import { useQueries } from '@tanstack/react-query';
import { failureText, asFailure } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';
import { sb } from '@/shared/api/client';
import { useRefetchInterval } from '@/admin/kit/rows/use-refetch-interval';

/** The link of each count to its screen, if there is one. */
export type CountLinks = Partial<Record<CountedTable, string>>;

/** The counts, and an error if one is missing. */
export function SiteCountsSection({ links }: { links: CountLinks }) {
  const { t } = useTranslation(['admin-dashboard', 'admin', 'site']);
  const { counts, error, isPending, retry } = useSiteCounts();
  if (isPending) return <Spinner label={t('admin:loading')} className="min-h-22" />;
  return (
    <>
      {error !== null && (
        <FailureNotice
          text={`${t('dashboard.failed')} ${failureText(t, error)}`}
          retryLabel={t('site:retry')}
          onRetry={retry}
        />
      )}
      <dl
        aria-label={t('dashboard.counts')}
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
  const { t } = useTranslation('admin-dashboard');
  const language = useLanguage();
  const name = t(`dashboard.tables.${table}`);
  return (
    <div className="relative flex flex-col-reverse justify-end gap-1 border-e border-b border-line bg-raised px-4 py-3.5 has-[a:hover]:bg-ground">
      <dt className="text-small text-muted">
        {link === undefined ? (
          name
        ) : (
          // The whole cell is the link.
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

/** The counted tables, in display order. */
const countedTables = [
  'book_orders',
  'book_reviews',
  'contact_submissions',
  'speaking_inquiries',
  'sponsorship_inquiries',
  'media_highlights',
] as const;
type CountedTable = (typeof countedTables)[number];

// A HEAD request: the count is in a header.
async function countOf(table: CountedTable): Promise<number> {
  const client = await sb();
  const { count, error, status } = await client
    .from(table)
    .select('*', { count: 'exact', head: true });
  // A HEAD response has no body, so the error is only known by its status.
  if (error !== null) throw asFailure({ message: error.message, code: error.code, status });
  return count ?? 0;
}

/** The counts of the tables. One request each, since one may be refused. */
function useSiteCounts() {
  const polling = useRefetchInterval();
  return useQueries({
    queries: countedTables.map((table) => ({
      queryKey: [table, 'total'],
      queryFn: () => countOf(table),
      ...polling,
    })),
    combine: (answers) => ({
      counts: countedTables.map((table, at) => ({ table, count: answers[at]?.data })),
      error: answers.find(({ error }) => error !== null)?.error ?? null,
      isPending: answers.some(({ isPending }) => isPending),
      retry: () => answers.forEach(({ isError, refetch }) => void (isError && refetch())),
    }),
  });
}
