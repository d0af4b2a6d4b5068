import { ContourMark } from '@/shared/art/contour-mark';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';

type Props = {
  figures: { started: number; highestM: number; continents: number; peaks: number };
};

/** Four figures about the expeditions. */
export function ExpeditionTiles({ figures }: Props) {
  const { t } = useTranslation(['expeditions', 'site']);
  const language = useLanguage();
  const highest = t('site:unit.metres', { value: formatNumber(figures.highestM, language) });
  const tiles = [
    { label: t('tiles.peaks'), value: formatNumber(figures.peaks, language) },
    { label: t('tiles.continents'), value: formatNumber(figures.continents, language) },
    { label: t('tiles.highest'), value: highest },
    { label: t('tiles.started'), value: String(figures.started) },
  ];
  return (
    <dl
      aria-label={t('tiles.label')}
      className="grid grid-cols-2 gap-px border-y border-line bg-line lg:grid-cols-4"
    >
      {tiles.map(({ label, value }, at) => (
        <div
          key={label}
          className="relative flex flex-col-reverse justify-end gap-2 overflow-hidden bg-ground px-(--spacing-gutter) py-8 md:py-12"
        >
          <ContourMark
            form={at % 2 === 0 ? 1 : 3}
            className="absolute -end-8 -bottom-8 size-24 sm:-bottom-10 sm:size-40 text-line opacity-70"
          />
          <dt className="relative text-small text-muted">{label}</dt>
          <dd className="relative figure text-[clamp(2.5rem,5vw,4.5rem)] whitespace-nowrap">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
