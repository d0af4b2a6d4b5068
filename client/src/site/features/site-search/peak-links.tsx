import type { PublicRows } from '@/shared/api/public-data';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { localised } from '@/shared/i18n/localised';

type Props = { label: string; peaks: Pick<PublicRows['summits'][number], PeakColumn>[] };
type PeakColumn = 'slug' | 'name_en' | 'name_fr' | 'name_ar' | 'height_m';

/** Every mountain as a link, with its height. */
export function PeakLinks({ label, peaks }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {peaks.map((peak) => {
        const name = localised(peak, 'name', language);
        return (
          <LocalLink
            key={peak.slug}
            to={`/achievement/${peak.slug}`}
            className="inline-flex min-h-11 items-center gap-2 rounded-block border border-edge bg-ground px-3.5 text-small hover:border-accent hover:text-accent"
          >
            <span lang={name.lang} dir={name.dir}>
              {name.text}
            </span>
            <span className="text-label text-muted">
              {t('unit.metres', { value: formatNumber(peak.height_m, language) })}
            </span>
          </LocalLink>
        );
      })}
    </nav>
  );
}
