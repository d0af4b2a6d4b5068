import { useLanguage, useTranslation } from '@/shared/i18n';
import { countryName } from '@/shared/i18n/country';
import { formatNumber } from '@/shared/i18n/format';
import { Disclosure } from '@/shared/ui/disclosure';
import { LocalLink } from '@/shared/ui/local-link';
import { localised } from '@/shared/i18n/localised';
import type { Peak, Sort } from './explorer-state';

type Props = { peaks: Peak[]; sort: Sort };

const cell =
  'border-b border-line py-2 pe-2 last:pe-0 sm:pe-4 text-start font-normal align-baseline wrap-anywhere';
const wide = `${cell} hidden sm:table-cell`;

/** The data of the chart as a table, collapsed by default. */
export function PeakTable(props: Props) {
  const { t } = useTranslation('expeditions');
  return (
    <Disclosure summary={t('explorer.table')} className="border-y border-line">
      <div className="overflow-x-auto pb-8">
        <Rows {...props} />
      </div>
    </Disclosure>
  );
}

// The rows link to the pages of the mountains.
function Rows({ peaks, sort }: Props) {
  const { t } = useTranslation('expeditions');
  return (
    <table className="w-full border-collapse text-small">
      <caption className="sr-only">{t('explorer.table')}</caption>
      <thead className="text-label text-muted">
        <tr>
          <th scope="col" aria-sort={sort === 'name' ? 'ascending' : 'none'} className={cell}>
            {t('explorer.peak')}
          </th>
          <th scope="col" aria-sort={sort === 'height' ? 'descending' : 'none'} className={cell}>
            {t('explorer.height')}
          </th>
          <th scope="col" aria-sort={sort === 'year' ? 'ascending' : 'none'} className={cell}>
            {t('explorer.year')}
          </th>
          <th scope="col" className={wide}>
            {t('explorer.country')}
          </th>
          <th scope="col" className={cell}>
            {t('explorer.result')}
          </th>
        </tr>
      </thead>
      <tbody>
        {peaks.map((peak) => (
          <PeakRow key={peak.slug} peak={peak} />
        ))}
      </tbody>
    </table>
  );
}

function PeakRow({ peak }: { peak: Peak }) {
  const { t } = useTranslation(['expeditions', 'site']);
  const language = useLanguage();
  const name = localised(peak, 'name', language);
  return (
    <tr>
      <th scope="row" className={cell}>
        <LocalLink
          to={`/achievement/${peak.slug}`}
          lang={name.lang}
          dir={name.dir}
          className="inline-flex min-h-11 items-center font-medium underline decoration-line underline-offset-6 hover:decoration-accent"
        >
          {name.text}
        </LocalLink>
      </th>
      <td className={`${cell} whitespace-nowrap`}>
        {t('site:unit.metres', { value: formatNumber(peak.height_m, language) })}
      </td>
      <td className={cell}>{peak.year}</td>
      <td className={wide}>{countryName(peak.flag, peak.country, language)}</td>
      <td className={cell}>{t(peak.is_attempt ? 'outcome.attempt' : 'outcome.summit')}</td>
    </tr>
  );
}
