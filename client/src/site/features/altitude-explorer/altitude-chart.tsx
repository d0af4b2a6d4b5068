import { useState, useLayoutEffect, useRef, type CSSProperties, type RefObject } from 'react';
import { toubkal } from '@/shared/art/mountains';
import { peakLight } from '@/shared/art/peak-light';
import { frameOfMountain, ProfileDrawing } from '@/shared/art/profile-drawing';
import { RidgeDrawing } from '@/shared/art/ridge-drawing';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { localised } from '@/shared/i18n/localised';
import { profileTopKm } from '@/shared/art/profile';
import { prefersReducedMotion } from '@/shared/ui/use-media';
import { AltitudeAxis, useAltitudeText } from './altitude-axis';
import type { Peak } from './explorer-state';

const halfTheAirM = 5500;

type Props = { peaks: Peak[]; compared: string[]; onChoose: (slug: string) => void };

type Vars<Name extends string> = CSSProperties & Record<`--${Name}`, number | string>;

/**
 * The chart: all mountains at one scale, as high as wide. Each is a button that adds it to the comparison.
 * A wide page has them on shelves, a narrow one in a row to swipe.
 */
export function AltitudeChart({ peaks, compared, onChoose }: Props) {
  const { t } = useTranslation('expeditions');
  const [altitude, setAltitude] = useState(halfTheAirM);
  const text = useAltitudeText(altitude, peaks);
  const shelves = shelvesOf(peaks);
  const stage = useReorderAnimation(peaks.map(({ slug }) => slug).join());
  const scale: Vars<'shelf-km' | 'gap-km'> = { '--shelf-km': shelfKm, '--gap-km': gapKm };
  return (
    <div>
      <div className="altitude-stage" style={scale}>
        <div ref={stage} role="group" aria-label={t('explorer.stage')} className="altitude-shelves">
          {shelves.map((shelf, at) => (
            <section key={shelf.peaks[0]?.slug} style={topOf(shelf)} className="altitude-shelf">
              <AltitudeAxis
                topKm={shelf.topKm}
                line={at === 0 ? { altitude, text, onChange: setAltitude } : undefined}
              />
              <div className="relative">
                <Lines altitude={altitude} topKm={shelf.topKm} />
                <ol
                  aria-label={t('explorer.shelf', { number: at + 1, total: shelves.length })}
                  className="altitude-row"
                >
                  {shelf.peaks.map((peak) => (
                    <Column
                      key={peak.slug}
                      peak={peak}
                      topKm={shelf.topKm}
                      above={peak.height_m > altitude}
                      compared={compared.includes(peak.slug)}
                      onChoose={onChoose}
                    />
                  ))}
                </ol>
              </div>
            </section>
          ))}
        </div>
      </div>
      <ToubkalKey />
      <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-2 text-small">
        <span className="text-accent">{text}</span>
        <span className="text-muted">{t('explorer.standard')}</span>
      </p>
    </div>
  );
}

const topOf = ({ topKm }: Shelf): Vars<'own-top-km'> => ({ '--own-top-km': topKm });

/** The place of an altitude on the common scale. */
const at = (metres: number): CSSProperties => ({
  insetBlockEnd: `calc(${metres / 1000} * var(--km))`,
});

type LinesProps = { altitude: number; topKm: number };

// A line for each 1,000 m, the movable altitude line, and the height of Toubkal as a reference.
function Lines({ altitude, topKm }: LinesProps) {
  return (
    <div aria-hidden="true" className="altitude-lines">
      <div
        style={at(toubkal.heightM)}
        className="absolute inset-x-0 border-b border-dotted border-edge"
      />
      {altitude <= topKm * 1000 && (
        <div style={at(altitude)} className="absolute inset-x-0 z-10 h-px bg-accent" />
      )}
    </div>
  );
}

/** The key of the dotted line, below the chart, with the mountain: beside the line they would cover others. */
function ToubkalKey() {
  const { t } = useTranslation(['expeditions', 'site']);
  const height = t('site:unit.metres', { value: formatNumber(toubkal.heightM, useLanguage()) });
  return (
    <div className="mt-7 flex items-end gap-4 text-small text-muted">
      <RidgeDrawing
        slug={toubkal.slug}
        heightM={toubkal.heightM}
        className="-mt-8 w-40 shrink-0 border-t border-dotted border-edge"
      />
      <p>{t('explorer.toubkal', { height })}</p>
    </div>
  );
}

type ColumnProps = {
  peak: Peak;
  topKm: number;
  above: boolean;
  compared: boolean;
  onChoose: (slug: string) => void;
};

function Column({ peak, topKm, above, compared, onChoose }: ColumnProps) {
  const { t } = useTranslation('expeditions');
  const language = useLanguage();
  const name = localised(peak, 'name', language);
  const mountain = { slug: peak.slug, heightM: peak.height_m };
  const { widthKm, summitKm, baseM } = frameOfMountain(mountain);
  const measures: Vars<'peak' | 'width-km' | 'base-km' | 'summit'> = {
    '--peak': peakLight(peak.slug),
    '--width-km': widthKm,
    '--base-km': baseM / 1000,
    '--summit': `${(summitKm / widthKm) * 100}%`,
  };
  const tone = compared ? 'text-(--peak)' : above ? 'text-ink' : 'text-faint';
  return (
    <li style={measures} data-slug={peak.slug} className="altitude-column">
      <button
        type="button"
        aria-pressed={compared}
        onClick={() => onChoose(peak.slug)}
        className="group flex w-full flex-col-reverse -outline-offset-2"
      >
        <span className="flex min-h-20 flex-col items-center gap-1 px-1 pt-2 text-label group-hover:text-(--peak) group-aria-pressed:text-(--peak)">
          <span className="sr-only">{t('explorer.choose')} </span>
          <span lang={name.lang} dir={name.dir} className="leading-tight text-balance">
            {name.text}
          </span>{' '}
          <span className={peak.is_attempt ? 'border-b border-dashed border-current' : ''}>
            {peak.year}
          </span>{' '}
        </span>
        <span className={`altitude-land transition-colors duration-300 ${tone}`}>
          <ProfileDrawing
            {...mountain}
            attempt={peak.is_attempt}
            topKm={topKm}
            className="altitude-profile group-hover:text-(--peak)"
          />
          <span style={at(peak.height_m)} className="altitude-height figure text-lg lg:text-xl">
            {formatNumber(peak.height_m, language)}
          </span>
        </span>
      </button>
    </li>
  );
}

/** Width of a shelf on a wide page, in km; the gaps between mountains count. */
const shelfKm = 44;

/** The gap between two mountains, in km. */
const gapKm = 0.8;

/** Mountains beside each other, with the altitude at the top of their axis in km. */
type Shelf = { peaks: Peak[]; topKm: number };

const widthOf = ({ slug, height_m: heightM }: Peak): number =>
  frameOfMountain({ slug, heightM }).widthKm;

/**
 * Puts mountains on shelves in their order. All shelves have one scale, and each is cut at the next 1,000 m
 * above its highest mountain; the first has the whole axis, for the altitude line.
 */
function shelvesOf(peaks: Peak[]): Shelf[] {
  const shelves: Peak[][] = [];
  let used = Infinity;
  for (const peak of peaks) {
    const width = widthOf(peak);
    if (used + gapKm + width > shelfKm) {
      shelves.push([]);
      used = -gapKm;
    }
    shelves.at(-1)?.push(peak);
    used += gapKm + width;
  }
  return shelves.map((own, index) => ({
    peaks: own,
    topKm:
      index === 0 ? profileTopKm : Math.ceil(Math.max(...own.map((peak) => peak.height_m)) / 1000),
  }));
}

const glideMs = 600;

type Place = { left: number; top: number };

/**
 * Animates the elements with a data-slug inside the returned one to their new places when `order` changes
 * (FLIP). An element may change its parent. None with reduced motion.
 */
function useReorderAnimation(order: string): RefObject<HTMLDivElement | null> {
  const stage = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<string, Place>());
  useLayoutEffect(() => {
    const before = places.current;
    places.current = new Map();
    for (const element of stage.current?.querySelectorAll<HTMLElement>('[data-slug]') ?? []) {
      const slug = element.dataset['slug'] ?? '';
      const place = { left: element.offsetLeft, top: element.offsetTop };
      places.current.set(slug, place);
      glide(element, before.get(slug) ?? place, place);
    }
  }, [order]);
  return stage;
}

function glide(element: Element, from: Place, to: Place): void {
  const [x, y] = [from.left - to.left, from.top - to.top];
  if ((x === 0 && y === 0) || !('animate' in element) || prefersReducedMotion()) return;
  element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
    duration: glideMs,
    easing: 'cubic-bezier(0.16, 0.84, 0.32, 1)',
  });
}
