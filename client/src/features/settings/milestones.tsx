import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/i18n';
import { formatNumber } from '@/i18n/format';
import type { Milestone } from './settings';

/** The strip of milestones below the hero, from the settings. */
export function Milestones({ strip }: { strip: Milestone[] }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('strip.label')} className="contour-top border-b border-line">
      <ol className="grid gap-x-10 gutter sm:grid-cols-2 lg:flex lg:flex-wrap lg:justify-between lg:gap-x-8">
        {strip.map((milestone) => (
          <MilestoneItem key={`${milestone.name.en} ${milestone.year}`} milestone={milestone} />
        ))}
      </ol>
    </section>
  );
}

function MilestoneItem({ milestone }: { milestone: Milestone }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const outcome = {
    summit: undefined,
    attempt: t('strip.attempt'),
    completed: t('strip.completed'),
  }[milestone.outcome];
  const height =
    milestone.heightM === null
      ? undefined
      : t('unit.metres', { value: formatNumber(milestone.heightM, language) });
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-line py-4 not-last:border-b lg:border-b-0! lg:py-6">
      <span className="font-medium">{milestone.name[language]}</span>
      <span className="text-small text-muted">
        {[height, outcome].filter((part) => part !== undefined).join(' · ')}
      </span>
      <span className="ms-auto figure text-[1.375rem] text-accent lg:ms-0">{milestone.year}</span>
    </li>
  );
}
