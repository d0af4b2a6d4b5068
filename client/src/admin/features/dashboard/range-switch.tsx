import { useId } from 'react';
import { useTranslation } from '@/shared/i18n';

const ranges = [7, 30, 90] as const;
export type Range = (typeof ranges)[number];

/** Selects the number of days of the chart. */
export function RangeSwitch({ range, onRange }: { range: Range; onRange: (range: Range) => void }) {
  const { t } = useTranslation('admin-dashboard');
  const name = useId();
  return (
    <fieldset className="flex rounded-block border border-line">
      <legend className="sr-only">{t('dashboard.range')}</legend>
      {ranges.map((days) => (
        <label
          key={days}
          className="grid min-h-11 place-items-center rounded-block px-3 text-small text-muted hover:text-ink has-checked:bg-ink has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent lg:min-h-7"
        >
          <input
            type="radio"
            name={name}
            checked={days === range}
            onChange={() => onRange(days)}
            className="sr-only"
          />
          {t('dashboard.days', { count: days })}
        </label>
      ))}
    </fieldset>
  );
}
