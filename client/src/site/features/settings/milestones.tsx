import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import type { Milestone } from '@/shared/settings/settings';

/** The year and outcome of an expedition, from the table. */
type Climb = { slug: string; year: number; is_attempt: boolean };

type Props = { strip: Milestone[]; climbs: readonly Climb[] };

/**
 * The strip of milestones below the hero, from the settings. The table of expeditions is the source of what was
 * a summit in which year: a milestone of another year is an expedition, and the summit of the table stands beside it.
 */
export function Milestones({ strip, climbs }: Props) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('strip.label')} className="contour-top border-b border-line">
      <ol className="grid gap-x-10 gutter sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {strip.map((milestone) => (
          <MilestoneItem
            key={`${milestone.name.en} ${milestone.year}`}
            milestone={milestone}
            climb={climbs.find(({ slug }) => slug === milestone.slug)}
          />
        ))}
      </ol>
    </section>
  );
}

type ItemProps = { milestone: Milestone; climb: Climb | undefined };

function MilestoneItem({ milestone, climb }: ItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isOther = climb !== undefined && !climb.is_attempt && climb.year !== milestone.year;
  const outcome = {
    summit: isOther ? t('strip.expedition') : t('strip.summit'),
    attempt: t('strip.attempt'),
    completed: t('strip.completed'),
  }[milestone.outcome];
  const height =
    milestone.heightM === null
      ? undefined
      : t('unit.metres', { value: formatNumber(milestone.heightM, language) });
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-line py-4 not-last:border-b lg:grid lg:grid-cols-[1fr_auto] lg:content-start lg:border-b-0! lg:py-6">
      <span className="font-medium">{milestone.name[language]}</span>
      <span className="text-small text-muted lg:order-1 lg:col-span-full">
        {[height, outcome, isOther ? `${t('strip.summit')} ${climb.year}` : undefined]
          .filter((part) => part !== undefined)
          .join(' · ')}
      </span>
      <span className="ms-auto figure text-[1.375rem] text-accent lg:ms-0">{milestone.year}</span>
    </li>
  );
}
