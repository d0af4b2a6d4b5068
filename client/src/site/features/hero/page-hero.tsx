import type { CSSProperties, ReactNode } from 'react';
import { mountainSides } from '@/shared/art/mountain-sides';
import { drawnMountains, type DrawnMountain } from '@/shared/art/mountains';
import { peakLight } from '@/shared/art/peak-light';
import { RidgeScene } from '@/shared/art/ridge-scene';
import type { View } from '@/shared/art/ridge-view';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { directionOf } from '@/shared/i18n/language';
import { SlideshowToggle } from './slideshow-toggle';
import { useSlideshow, type Slideshow } from './use-slideshow';

type Props = {
  label: string;
  title: string;
  lead: string;
  /** Slug of a fixed mountain. By default rotating mountains rotate every 4 s. */
  mountain?: string;
  /** Slug of the first of the rotating. */
  first?: string;
  /** Position of the mountain relative to the text: beside it unless the styles of the hero or of the page say otherwise. */
  view?: Exclude<View, 'summit'>;
  /** Links or buttons. */
  actions?: ReactNode;
  /** Figures at the bottom of the picture; on a phone above it. */
  figures?: ReactNode;
};

const slideMs = 4000;

const bySlug = (slugs: string[]): DrawnMountain[] =>
  slugs.flatMap((slug) => drawnMountains.find((each) => each.slug === slug) ?? []);

const everest: DrawnMountain = { slug: 'everest', heightM: 8848, attempt: false };

/** The rotating mountains, alternately low and high. */
const rotating = bySlug([
  'annapurna-i',
  'kilimanjaro',
  'lhotse',
  'denali',
  'ama-dablam',
  'aconcagua',
  'everest',
  'vinson',
]);

/** The hero of an inner page: title and lead with a mountain. */
export function PageHero({
  label,
  title,
  lead,
  mountain,
  first,
  view = 'page',
  actions,
  figures,
}: Props) {
  const mountains = mountain === undefined ? rotating : bySlug([mountain]);
  const start = mountains.findIndex(({ slug }) => slug === first);
  const show = useSlideshow(mountains.length, Math.max(0, start), slideMs);
  const current = mountains[show.index] ?? everest;
  const light: CSSProperties & { '--peak': string } = { '--peak': peakLight(current.slug) };
  return (
    <section
      style={light}
      data-view={view}
      onPointerEnter={() => show.hold('pointer', true)}
      onPointerLeave={() => show.hold('pointer', false)}
      // After client-side navigation the heading has the focus; that does not pause the slides.
      onFocus={({ target }) => show.hold('focus', target.tabIndex >= 0)}
      onBlur={() => show.hold('focus', false)}
      className={`${view === 'night' ? 'altitude' : ''} page-hero relative isolate grid grid-cols-1 grid-rows-[auto_1fr_auto] gap-y-7 overflow-clip gutter pt-[calc(var(--header)+2.5rem)] pb-5 md:grid-cols-[1fr_auto] md:grid-rows-[1fr_auto] md:gap-x-10 md:gap-y-12 lg:pt-[calc(var(--header)+3.5rem)]`}
    >
      <RidgeScene
        mountain={current}
        attempt={current.attempt}
        rightToLeft={directionOf(useLanguage()) === 'rtl'}
        view={view}
        className={`${view === 'window' ? 'altitude' : ''} absolute inset-0 -z-10`}
      />
      <div className="hero-text md:col-span-2 md:max-w-[50%] lg:max-w-[56%]">
        <p className="label font-bold text-accent">{label}</p>
        <h1 className="display -ms-[0.03em] mt-4 text-heading">{title}</h1>
        <p className="mt-6 max-w-[29rem] text-lead text-muted">{lead}</p>
        {actions !== undefined && (
          // Buttons get a background, so that the drawing does not cross their text.
          <div className="mt-8 flex flex-wrap gap-3 [&>:not(.bg-accent,:hover)]:bg-ground">
            {actions}
          </div>
        )}
      </div>
      <div className="hero-figures pb-64 md:self-end md:pb-0">{figures}</div>
      <Legend
        mountain={current}
        show={mountains.length > 1 ? show : undefined}
        className={view === 'window' ? 'scheme-dark' : ''}
      />
    </section>
  );
}

type LegendProps = { mountain: DrawnMountain; show: Slideshow | undefined; className: string };

// The height of the mountain, a note that it is drawn, and the pause button.
function Legend({ mountain, show, className }: LegendProps) {
  const { t } = useTranslation();
  const height = t('unit.metres', { value: formatNumber(mountain.heightM, useLanguage()) });
  const side = mountainSides[mountain.slug];
  return (
    <div
      className={`hero-legend ms-auto flex items-center gap-3 self-end text-label text-muted ${className}`}
    >
      <p className="flex flex-wrap items-baseline justify-end gap-x-3">
        <span className="figure text-title text-(--peak)">{height}</span>
        <span>
          {t('hero.drawn')}
          {side !== undefined && ` · ${t(`sides.${side}`)}`}
        </span>
      </p>
      {show !== undefined && <SlideshowToggle show={show} />}
    </div>
  );
}
