import { useTranslation } from 'react-i18next';
import { oxygenAt } from '@/art/air';
import { useLanguage } from '@/i18n';
import { formatNumber } from '@/i18n/format';
import type { Peak } from './explorer-state';

/** Metres at the top of the chart. */
export const chartTopM = 9000;

const stepM = 100;
const ticks = [0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000];

type Props = { altitude: number; text: string; onChange: (altitude: number) => void };

/** The axis of the chart, with the slider of the altitude line. */
export function AltitudeAxis({ altitude, text, onChange }: Props) {
  const { t } = useTranslation(['expeditions', 'site']);
  const language = useLanguage();
  return (
    <div className="relative z-20 h-(--stage) w-14 shrink-0 border-e border-edge md:w-20">
      {ticks.map((tick) => (
        <span
          key={tick}
          aria-hidden="true"
          style={{ insetBlockEnd: `${(tick / chartTopM) * 100}%` }}
          className="absolute end-0 flex translate-y-1/2 items-center gap-1.5 text-muted"
        >
          <span className="figure text-small font-medium">{formatNumber(tick, language)}</span>
          <span className="h-px w-1.5 bg-edge" />
        </span>
      ))}
      <div className="absolute -inset-y-5.5 -end-6 w-12">
        <input
          type="range"
          min={0}
          max={chartTopM}
          step={stepM}
          value={altitude}
          aria-label={t('explorer.line')}
          aria-orientation="vertical"
          aria-valuetext={text}
          onChange={(event) => onChange(Number(event.target.value))}
          className="altitude-range"
        />
      </div>
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
