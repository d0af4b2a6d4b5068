import { oxygenAt } from '@/shared/art/air';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import type { Peak } from './explorer-state';

/** Metres at the top of the altitude line's range. */
const lineTopM = 9000;

const stepM = 100;

type Props = {
  /** The altitude at the top of the axis, in km. */
  topKm: number;
  /** The movable line. Only one axis has its slider. */
  line?: { altitude: number; text: string; onChange: (altitude: number) => void } | undefined;
};

/** The axis of a shelf; the first has the slider of the altitude line. */
export function AltitudeAxis({ topKm, line }: Props) {
  const { t } = useTranslation(['expeditions', 'site']);
  const language = useLanguage();
  const ticks = Array.from({ length: topKm + 1 }, (_, km) => km);
  return (
    <div className={`altitude-axis ${line === undefined ? 'altitude-axis-more' : ''}`}>
      {ticks.map((km) => (
        <span
          key={km}
          aria-hidden="true"
          style={{ insetBlockEnd: `calc(${km} * var(--km))` }}
          className="absolute end-0 flex translate-y-1/2 items-center gap-1.5 text-muted"
        >
          {km % 3 === 0 && (
            <span className="figure text-small font-medium">
              {formatNumber(km * 1000, language)}
            </span>
          )}
          <span className="h-px w-1.5 bg-edge" />
        </span>
      ))}
      {line !== undefined && (
        <div className="absolute -inset-y-5.5 -end-6 w-12">
          <input
            type="range"
            min={0}
            max={lineTopM}
            step={stepM}
            value={line.altitude}
            aria-label={t('explorer.line')}
            aria-orientation="vertical"
            aria-valuetext={line.text}
            onChange={(event) => line.onChange(Number(event.target.value))}
            className="altitude-range"
          />
        </div>
      )}
    </div>
  );
}

/** The text of the altitude line: oxygen at this height, and the number of mountains above. */
export function useAltitudeText(altitude: number, peaks: Peak[]): string {
  const { t } = useTranslation(['expeditions', 'site']);
  const language = useLanguage();
  const above = peaks.filter((peak) => peak.height_m > altitude).length;
  const air = t('explorer.air', {
    altitude: t('site:unit.metres', { value: formatNumber(altitude, language) }),
    share: formatNumber(oxygenAt(altitude) * 100, language),
  });
  return `${air} ${t('explorer.above', { count: above, amount: formatNumber(above, language) })}`;
}
