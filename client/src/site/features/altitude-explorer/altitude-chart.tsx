import { useState, type CSSProperties } from 'react';
import { toubkal } from '@/shared/art/mountains';
import { peakLight } from '@/shared/art/peak-light';
import { frameOfMountain, ProfileDrawing } from '@/shared/art/profile-drawing';
import { RidgeDrawing } from '@/shared/art/ridge-drawing';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { localised } from '@/shared/i18n/localised';
import { AltitudeAxis, useAltitudeText } from './altitude-axis';
import type { Peak } from './explorer-state';
import { gapKm, shelfKm, shelvesOf, type Shelf } from './shelves';
import { useReorderAnimation } from './use-reorder-animation';

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
