import { useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { publicQuery } from '@/shared/api/public-data';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Pager } from '@/shared/ui/pager';
import { Spinner } from '@/shared/ui/spinner';
import { pageOf, type Coverage } from './coverage';
import { CoverageCard } from './coverage-card';
import { CoverageFilters } from './coverage-filters';
import { useCoverageParams } from './use-coverage-params';

/** The media coverage: a filter by type, six items per page. */
export function CoverageSection() {
  const { t } = useTranslation(['media', 'site']);
  const { data, isError, refetch } = useQuery(publicQuery('coverage'));
  return (
    <section
      aria-labelledby="coverage-title"
      className="min-h-[36rem] contour-top gutter py-20 md:py-28"
    >
      <h2 id="coverage-title" className="display mb-10 text-heading">
        {t('coverage.title')}
      </h2>
      {data === undefined && !isError && <Spinner label={t('coverage.loading')} />}
      {data === undefined && isError && (
        <div className="grid gap-4">
          <p className="text-lead text-muted">{t('coverage.empty')}</p>
          <FailureNotice
            text={t('coverage.failed')}
            retryLabel={t('site:retry')}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {data?.length === 0 && (
        <div className="grid justify-items-start gap-6">
          <p className="text-lead text-muted">{t('coverage.empty')}</p>
          <p className="measure">{t('coverage.emptyMore')}</p>
          <LocalLink to="/contact?topic=media" className={buttonClass('line')}>
            {t('coverage.ask')}
          </LocalLink>
        </div>
      )}
      {data !== undefined && data.length > 0 && <CoverageList all={data} />}
    </section>
  );
}

function CoverageList({ all }: { all: Coverage[] }) {
  const { t } = useTranslation('media');
  const list = useRef<HTMLDivElement>(null);
  const params = useCoverageParams();
  const { items, page, pages, total } = pageOf(all, params.filter, params.page);
  const turn = (next: number) => {
    params.turn(next);
    list.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div ref={list} className="scroll-mt-6">
      <CoverageFilters all={all} chosen={params.filter} onChoose={params.show} />
      <p role="status" className="sr-only">
        {t('coverage.found', { count: total })}
      </p>
      {items.length === 0 ? (
        <p className="mt-10 text-lead text-muted">{t('coverage.noneOfType')}</p>
      ) : (
        <ul className="mt-10 grid grid-cols-1 gap-x-10 md:grid-cols-2 lg:grid-cols-3">
          {items.map((item) => (
            <CoverageCard key={item.id} item={item} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <div className="contour-top pt-6">
          <Pager
            label={t('coverage.pages')}
            position={t('coverage.position', { page, pages })}
            previousLabel={t('coverage.previous')}
            nextLabel={t('coverage.next')}
            page={page}
            pages={pages}
            onPage={turn}
          />
        </div>
      )}
    </div>
  );
}
