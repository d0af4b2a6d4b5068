import { useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { publicQuery } from '@/shared/api/public-data';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Pager } from '@/shared/ui/pager';
import { Spinner } from '@/shared/ui/spinner';
import { useSearchState } from '@/shared/ui/use-search-state';
import { pageOf, coverageTypes, asFilter, type Coverage, type CoverageFilter } from './coverage';
import { CoverageCard } from './coverage-card';

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

type Props = {
  all: Coverage[];
  chosen: CoverageFilter;
  onChoose: (filter: CoverageFilter) => void;
};

/** Filter buttons for the existing types, with counts. */
function CoverageFilters({ all, chosen, onChoose }: Props) {
  const { t } = useTranslation('media');
  const kinds = [
    { kind: 'all' as const, count: all.length },
    ...coverageTypes.map((kind) => ({
      kind,
      count: all.filter(({ type }) => type === kind).length,
    })),
  ].filter(({ kind, count }) => count > 0 || kind === chosen);
  return (
    <div role="group" aria-label={t('coverage.filter')} className="flex flex-wrap gap-2">
      {kinds.map(({ kind, count }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind)}
          className="inline-flex min-h-11 items-center gap-2.5 rounded-block border border-edge px-4 text-small transition-colors hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
        >
          {t(`coverage.types.${kind}`)}
          <span className="figure text-body">{count}</span>
        </button>
      ))}
    </div>
  );
}

type CoverageParams = {
  filter: CoverageFilter;
  page: number;
  /** Shows a page of the current type. */
  turn: (page: number) => void;
  /** Shows the first page of a type. */
  show: (filter: CoverageFilter) => void;
};

/** Filter and page, kept in the URL (?type=radio&page=2). */
function useCoverageParams(): CoverageParams {
  const [search, setSearch] = useSearchState();
  const setParam = (name: 'type' | 'page', value: string, defaultValue: string) =>
    setSearch(
      (now) => {
        if (name === 'type') now.delete('page');
        if (value === defaultValue) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { preventScrollReset: true },
    );
  return {
    filter: asFilter(search.get('type')),
    page: Number(search.get('page') ?? '1'),
    turn: (page) => setParam('page', String(page), '1'),
    show: (filter) => setParam('type', filter, 'all'),
  };
}
