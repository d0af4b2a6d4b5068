import { useState, type CSSProperties } from 'react';
import { mapPoints } from '@/shared/art/map-points.gen';
import type { PublicRows } from '@/shared/api/public-data';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { directionOf } from '@/shared/i18n/language';
import { LocalLink } from '@/shared/ui/local-link';
import { localised } from '@/shared/i18n/localised';

type Peak = PublicRows['summits'][number];

const map = { width: 10_000, height: 5800 };

/**
 * A world map of horizontal lines that rise at the mountains. The names are links: positioned on the map
 * on a wide screen, a list below it on a narrow one. The drawing is not mirrored in Arabic.
 */
export function ExpeditionMap({ peaks }: { peaks: Peak[] }) {
  const { t } = useTranslation('expeditions');
  const [active, setActive] = useState<string>();
  const known = new Set(mapGroups.flatMap(({ slugs }) => slugs));
  const others = peaks.filter(({ slug }) => !known.has(slug));
  return (
    <section aria-labelledby="map" className="gutter py-20 md:py-28">
      <div className="mb-10 grid items-end gap-x-16 gap-y-5 lg:grid-cols-[1.3fr_1fr]">
        <h2 id="map" className="display text-heading">
          {t('map.title')}
        </h2>
        <p className="measure text-muted">{t('map.text')}</p>
      </div>
      <div className="relative">
        <Drawing active={active} />
        <ul
          aria-label={t('map.list')}
          className="mt-6 columns-[9rem_2] gap-x-6 sm:columns-[11rem_3] lg:absolute lg:inset-0 lg:mt-0 lg:columns-1"
        >
          {mapGroups.map((group) => (
            <Group key={group.slugs[0]} group={group} peaks={peaks} onActive={setActive} />
          ))}
        </ul>
      </div>
      {others.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-x-8">
          {others.map((peak) => (
            <Name key={peak.slug} peak={peak} onActive={setActive} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Drawing({ active }: { active: string | undefined }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${map.width} ${map.height}`}
      className="-mx-(--spacing-gutter) -mt-8 block w-[calc(100%+2*var(--spacing-gutter))] max-w-none lg:mx-0 lg:mt-0 lg:w-full"
    >
      <g className="text-ink opacity-55">
        <use href="/art/world.svg#land" />
      </g>
      <g className="text-accent">
        <use href="/art/world.svg#climbed" />
        <use href="/art/world.svg#attempted" />
      </g>
      <g className="hidden lg:block">
        {mapGroups.map((group) => (
          <Pole key={group.slugs[0]} group={group} />
        ))}
      </g>
      <Mark slug={active} />
    </svg>
  );
}

function Pole({ group }: { group: MapGroup }) {
  const point = mapPoints[group.slugs[0] ?? ''];
  if (point === undefined) return null;
  return (
    <path
      d={`M${point.x} ${point.y - 30}V${(group.y / 100) * map.height + 60}`}
      stroke="var(--color-edge)"
      strokeWidth="1"
      vectorEffect="non-scaling-stroke"
    />
  );
}

// Marks the mountain whose name is hovered or focused.
function Mark({ slug }: { slug: string | undefined }) {
  const point = mapPoints[slug ?? ''];
  if (point === undefined) return null;
  return (
    <path
      d={`M${point.x} ${point.y - 90}l90 90-90 90-90-90z`}
      fill="var(--color-accent)"
      stroke="var(--color-ground)"
      strokeWidth="24"
    />
  );
}

type GroupProps = { group: MapGroup; peaks: Peak[]; onActive: (slug?: string) => void };

function Group({ group, peaks, onActive }: GroupProps) {
  const members = group.slugs.flatMap((slug) => peaks.find((peak) => peak.slug === slug) ?? []);
  if (members.length === 0) return null;
  const across = (mapPoints[group.slugs[0] ?? '']?.x ?? 0) / map.width;
  const place: CSSProperties & Record<'--x' | '--y', string> = {
    '--x': `${(group.side === 'start' ? across : 1 - across) * 100}%`,
    '--y': `${group.y}%`,
  };
  const side =
    group.side === 'start'
      ? 'lg:start-(--x) lg:ps-2 lg:text-start'
      : 'lg:end-(--x) lg:pe-2 lg:text-end';
  return (
    <li
      style={place}
      className={`break-inside-avoid lg:absolute lg:top-(--y) lg:[direction:ltr] ${side}`}
    >
      <ul>
        {members.map((peak) => (
          <Name key={peak.slug} peak={peak} onActive={onActive} />
        ))}
      </ul>
    </li>
  );
}

type NameProps = { peak: Peak; onActive: (slug?: string) => void };

function Name({ peak, onActive }: NameProps) {
  const { t } = useTranslation(['expeditions', 'site']);
  const language = useLanguage();
  const name = localised(peak, 'name', language);
  const height = t('site:unit.metres', { value: formatNumber(peak.height_m, language) });
  return (
    <li>
      <LocalLink
        to={`/achievement/${peak.slug}`}
        dir={directionOf(language)}
        onPointerEnter={() => onActive(peak.slug)}
        onPointerLeave={() => onActive()}
        onFocus={() => onActive(peak.slug)}
        onBlur={() => onActive()}
        className="inline-flex min-h-11 flex-wrap items-center gap-x-2 bg-ground/85 text-small leading-tight hover:text-accent lg:min-h-8 lg:text-label"
      >
        <span
          lang={name.lang}
          className={`font-medium ${peak.is_attempt ? 'border-b border-dashed border-current' : ''}`}
        >
          {name.text}
        </span>
        <span className="text-muted">{height}</span>
        {peak.is_attempt && <span className="sr-only">{t('outcome.attempt')}</span>}
      </LocalLink>
    </li>
  );
}

/**
 * Labels of mountains close to each other. A line leads from the first one to the labels. `y` is the
 * position of the labels in percent of the map's height, `side` their side of the line.
 */
type MapGroup = { slugs: string[]; y: number; side: 'start' | 'end' };

const group = (slugs: string[], side: 'start' | 'end', y: number): MapGroup => ({ slugs, side, y });

const mapGroups: MapGroup[] = [
  group(['denali'], 'start', 8),
  group(['aconcagua'], 'end', 58),
  group(['vinson'], 'start', 84),
  group(['mont-blanc'], 'end', 18),
  group(['elbrus'], 'end', 13),
  group(['kilimanjaro'], 'start', 45),
  group(['k2', 'broad-peak'], 'end', 0),
  group(['everest', 'lhotse', 'ama-dablam', 'annapurna-i', 'manaslu'], 'start', 0),
  group(['carstensz'], 'start', 45),
];
