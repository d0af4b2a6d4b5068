import { useQuery } from '@tanstack/react-query';
import { publicQuery, type PublicRows } from '@/shared/api/public-data';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { localised } from '@/shared/i18n/localised';
import { storyYears, type StoryYear } from './milestones';
import { climbBox } from './climb-path';

/**
 * The years as a list below a skyline that shows the scroll progress and stays in view. On wide pages the years
 * alternate between two columns.
 */
export function Timeline() {
  const { t } = useTranslation('story');
  return (
    <section aria-labelledby="timeline-title" className="climb contour-top pt-20 md:pt-28">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-5 gutter lg:grid-cols-[1.3fr_1fr] lg:items-end">
        <h2 id="timeline-title" className="display text-heading">
          {t('timeline.title')}
        </h2>
        <p className="measure text-muted">{t('timeline.text')}</p>
      </div>
      <div className="mt-10">
        <div className="sticky top-0 z-10 h-40 bg-ground pt-4 pb-2 lg:h-[38svh] lg:max-h-[24rem]">
          <ClimbProfile />
        </div>
        <ol className="climb-list gutter">
          {storyYears.map((item) => (
            <TimelineYear key={item.year} item={item} />
          ))}
        </ol>
      </div>
    </section>
  );
}

function TimelineYear({ item: { year, peaks } }: { item: StoryYear }) {
  const { t } = useTranslation('story');
  const rows = useQuery(publicQuery('summits')).data ?? [];
  const climbed = peaks.flatMap((slug) => rows.find((row) => row.slug === slug) ?? []);
  return (
    <li className="climb-year">
      <p className="figure text-[clamp(4rem,7.5vw,9rem)] text-accent">{year}</p>
      <div>
        {peaks.length === 0 && <h3 className="display text-title">{t('timeline.engineering')}</h3>}
        {climbed.length > 0 && (
          <h3 className="display text-title">
            <Peaks peaks={climbed} />
          </h3>
        )}
        <p className="measure mt-4 text-muted">{t(`years.${year}.text`)}</p>
        <p className="mt-6 border-s-2 border-accent ps-5">
          <span className="label block text-muted">{t('timeline.lesson')}</span>
          <span className="mt-1 block text-lead">{t(`years.${year}.lesson`)}</span>
        </p>
      </div>
    </li>
  );
}

function Peaks({ peaks }: { peaks: PublicRows['summits'] }) {
  const { t } = useTranslation('site');
  const language = useLanguage();
  return (
    <span className="flex flex-wrap gap-x-7">
      {peaks.map((peak) => (
        <LocalLink
          key={peak.slug}
          to={`/achievement/${peak.slug}`}
          className="inline-flex min-h-11 flex-wrap items-baseline gap-x-3 underline decoration-line decoration-1 underline-offset-8 hover:decoration-accent"
        >
          {localised(peak, 'name', language).text}
          <span className="font-text text-small font-normal text-muted normal-case no-underline">
            {t('unit.metres', { value: formatNumber(peak.height_m, language) })}
          </span>
        </LocalLink>
      ))}
    </span>
  );
}

/**
 * The years as one skyline. A CSS scroll timeline highlights the part that has been scrolled past.
 * Decorative: the list has all the data.
 */
function ClimbProfile() {
  return (
    <div aria-hidden="true" className="flex h-full flex-col">
      <svg
        viewBox={`0 0 ${climbBox.width} ${climbBox.height}`}
        preserveAspectRatio="none"
        className="min-h-0 w-full grow text-ink rtl:-scale-x-100"
        fill="none"
        stroke="currentColor"
      >
        <use href="/art/climb.svg#ground" strokeOpacity="0.28" />
        <use href="/art/climb.svg#skyline" strokeOpacity="0.5" />
        <g className="climb-done text-accent" strokeWidth="2.5" strokeLinejoin="round">
          <use href="/art/climb.svg#skyline" />
        </g>
      </svg>
      <ol
        // With a very large font size the seven years would be wider than a phone.
        style={{ fontSize: 'min(var(--text-label), 4.4vw)' }}
        className="grid grid-cols-7 border-t border-line pt-2 text-center text-muted"
      >
        {storyYears.map(({ year }) => (
          <li key={year}>{year}</li>
        ))}
      </ol>
    </div>
  );
}
