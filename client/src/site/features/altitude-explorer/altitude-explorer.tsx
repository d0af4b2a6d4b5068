import { startTransition, useOptimistic } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { useSearchState } from '@/shared/ui/use-search-state';
import { AltitudeChart } from './altitude-chart';
import { ChoiceBar } from './choice-bar';
import {
  filterAndSort,
  toggleCompared,
  shows,
  sorts,
  readState,
  writeState,
  type Peak,
  type ExplorerState,
} from './explorer-state';
import { PeakComparison } from './peak-comparison';
import { PeakTable } from './peak-table';

/** All mountains on one scale: sort, filter, an altitude line, and a comparison of two. */
export function AltitudeExplorer({ peaks }: { peaks: Peak[] }) {
  const { t } = useTranslation('expeditions');
  const [state, change] = useExplorerState();
  const shown = filterAndSort(peaks, state, useLanguage());
  return (
    <section
      id="explorer"
      aria-labelledby="explorer-title"
      className="grid scroll-mt-6 grid-cols-1 gap-10 gutter py-20 md:py-28"
    >
      <div className="grid items-end gap-x-16 gap-y-5 lg:grid-cols-[1.3fr_1fr]">
        <div>
          <p className="mb-4 label text-accent">{t('explorer.label')}</p>
          <h2 id="explorer-title" className="display text-heading">
            {t('explorer.title')}
          </h2>
        </div>
        <p className="measure text-muted">{t('explorer.text')}</p>
      </div>
      <div className="flex flex-wrap gap-x-10 gap-y-5">
        <ChoiceBar
          legend={t('explorer.sort')}
          value={state.sort}
          choices={sorts.map((value) => ({ value, label: t(`explorer.sorts.${value}`) }))}
          onChoose={(sort) => change({ sort })}
        />
        <ChoiceBar
          legend={t('explorer.show')}
          value={state.show}
          choices={shows.map((value) => ({ value, label: t(`explorer.shows.${value}`) }))}
          onChoose={(show) => change({ show })}
        />
      </div>
      {shown.length === 0 ? (
        <NothingShown onAll={() => change({ show: 'all' })} />
      ) : (
        <AltitudeChart
          peaks={shown}
          compared={state.compare}
          onChoose={(slug) => change({ compare: toggleCompared(state.compare, slug) })}
        />
      )}
      <PeakComparison
        peaks={filterAndSort(peaks, { ...state, show: 'all' }, useLanguage())}
        compared={state.compare}
        onCompare={(compare) => change({ compare })}
      />
      {shown.length > 0 && <PeakTable peaks={shown} sort={state.sort} />}
    </section>
  );
}

function NothingShown({ onAll }: { onAll: () => void }) {
  const { t } = useTranslation('expeditions');
  return (
    <div role="status" className="grid justify-items-start gap-4">
      <p className="text-lead">{t('explorer.none')}</p>
      <Button look="line" onClick={onAll}>
        {t('explorer.all')}
      </Button>
    </div>
  );
}

/** The state of the explorer, kept in the URL. */
function useExplorerState(): [ExplorerState, (change: Partial<ExplorerState>) => void] {
  const [params, setParams] = useSearchState();
  const fromUrl = readState(params);
  // Optimistic: the router changes the URL in startTransition, and a radio button must not wait for it.
  const [state, setOptimistic] = useOptimistic(fromUrl);
  const change = (part: Partial<ExplorerState>) =>
    startTransition(() => {
      const next = { ...state, ...part };
      setOptimistic(next);
      setParams((current) => writeState(current, next), {
        replace: true,
        preventScrollReset: true,
      });
    });
  return [state, change];
}
