import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { peakLight } from '@/art/peak-light';
import { SpireDrawing } from '@/art/spire-drawing';
import { useLanguage } from '@/i18n';
import { formatNumber } from '@/i18n/format';
import { localised } from '@/i18n/localised';
import { AltitudeAxis, chartTopM, useAltitudeText } from './altitude-axis';
import type { Peak } from './explorer-state';
import { useReorderAnimation } from './use-reorder-animation';

const columnRem = 4.25; // width of a name on a phone
const halfTheAirM = 5500;
const toubkalM = 4167;

type Props = { peaks: Peak[]; compared: string[]; onChoose: (slug: string) => void };

/** The chart: all mountains side by side. Each is a button that adds it to the comparison. */
export function AltitudeChart({ peaks, compared, onChoose }: Props) {
  const { t } = useTranslation('expeditions');
  const [altitude, setAltitude] = useState(halfTheAirM);
  const text = useAltitudeText(altitude, peaks);
  const list = useReorderAnimation(peaks.map(({ slug }) => slug).join());
  const width: CSSProperties = { minInlineSize: `${peaks.length * columnRem}rem` };
  return (
    <div>
      <div className="altitude-stage flex">
        <AltitudeAxis altitude={altitude} text={text} onChange={setAltitude} />
        <div className="min-w-0 grow overflow-x-auto overflow-y-hidden pt-8 -mt-8">
          <div style={width} className="relative">
            <Lines altitude={altitude} />
            <ol ref={list} aria-label={t('explorer.stage')} className="flex">
              {peaks.map((peak) => (
                <Column
                  key={peak.slug}
                  peak={peak}
                  above={peak.height_m > altitude}
                  compared={compared.includes(peak.slug)}
                  onChoose={onChoose}
                />
              ))}
            </ol>
          </div>
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

// The movable altitude line, and the height of Toubkal as a reference.
function Lines({ altitude }: { altitude: number }) {
  const at = (metres: number): CSSProperties => ({
    insetBlockEnd: `${(metres / chartTopM) * 100}%`,
  });
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 top-0 z-10 h-(--stage)"
    >
      <div style={at(toubkalM)} className="absolute inset-x-0 border-b border-dotted border-edge" />
      <div style={at(altitude)} className="absolute inset-x-0 h-px bg-accent" />
    </div>
  );
}

/** The key of the dotted line, below the chart: beside the line it would cover mountains. */
function ToubkalKey() {
  const { t } = useTranslation(['expeditions', 'site']);
  const height = t('site:unit.metres', { value: formatNumber(toubkalM, useLanguage()) });
  return (
    <p className="mt-7 flex items-center gap-3 text-small text-muted">
      <span aria-hidden="true" className="w-8 shrink-0 border-b border-dotted border-edge" />
      {t('explorer.toubkal', { height })}
    </p>
  );
}

type ColumnProps = {
  peak: Peak;
  above: boolean;
  compared: boolean;
  onChoose: (slug: string) => void;
};

function Column({ peak, above, compared, onChoose }: ColumnProps) {
  const { t } = useTranslation('expeditions');
  const language = useLanguage();
  const name = localised(peak, 'name', language);
  const light: CSSProperties & { '--peak': string } = { '--peak': peakLight(peak.slug) };
  const tone = compared ? 'text-(--peak)' : above ? 'text-ink' : 'text-faint';
  return (
    <li style={light} className="min-w-0 grow basis-0">
      <button
        type="button"
        aria-pressed={compared}
        onClick={() => onChoose(peak.slug)}
        className="group flex w-full flex-col-reverse -outline-offset-2"
      >
        <span className="flex min-h-20 flex-col items-center gap-1 border-t-2 border-edge px-1 pt-2 text-label group-hover:border-(--peak) group-aria-pressed:border-(--peak) group-aria-pressed:text-(--peak)">
          <span className="sr-only">{t('explorer.choose')} </span>
          <span lang={name.lang} dir={name.dir} className="leading-tight text-balance">
            {name.text}
          </span>{' '}
          <span className={peak.is_attempt ? 'border-b border-dashed border-current' : ''}>
            {peak.year}
          </span>{' '}
        </span>
        <span className={`relative block h-(--stage) transition-colors duration-300 ${tone}`}>
          <SpireDrawing
            slug={peak.slug}
            heightM={peak.height_m}
            attempt={peak.is_attempt}
            className="absolute inset-0 size-full group-hover:text-(--peak)"
          />
          <span
            style={{ insetBlockEnd: `${(peak.height_m / chartTopM) * 100}%` }}
            className="absolute inset-x-0 pb-1.5 figure text-lg lg:text-xl"
          >
            {formatNumber(peak.height_m, language)}
          </span>
        </span>
      </button>
    </li>
  );
}
