import { useTranslation } from '@/shared/i18n';
import { coverageTypes, type Coverage, type CoverageFilter } from './coverage';

type Props = {
  all: Coverage[];
  chosen: CoverageFilter;
  onChoose: (filter: CoverageFilter) => void;
};

/** Filter buttons for the existing types, with counts. */
export function CoverageFilters({ all, chosen, onChoose }: Props) {
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
