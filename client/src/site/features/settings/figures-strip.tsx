import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import type { Settings } from '@/shared/settings/settings';

/** Journey started, highest summit, continents, major peaks. */
export function FiguresStrip({ figures }: { figures: Settings['figures'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const highest = t('unit.metres', { value: formatNumber(figures.highestM, language) });
  const items = [
    { label: t('figures.started'), value: String(figures.started) },
    { label: t('figures.highest'), value: highest },
    { label: t('figures.continents'), value: formatNumber(figures.continents, language) },
    { label: t('figures.peaks'), value: formatNumber(figures.peaks, language) },
  ];
  return (
    <dl
      aria-label={t('figures.label')}
      className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-8 gap-y-5 sm:w-auto sm:flex sm:flex-wrap sm:gap-x-11"
    >
      {items.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse justify-end gap-1.5">
          <dt className="text-label font-medium text-muted">{label}</dt>
          <dd className="figure text-[2.5rem]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
