import type { PublicRows } from '@/shared/api/public-data';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { localised } from '@/shared/i18n/localised';
import { useSummits } from './use-summits';

const facts = ['origin', 'claim', 'seven', 'annapurna'] as const;

/** Facts for the press: four sentences and a table. */
export function Facts() {
  const { t } = useTranslation('press');
  return (
    <section
      aria-labelledby="facts-title"
      className="grid grid-cols-1 gap-x-20 gap-y-12 altitude gutter py-20 md:py-28 lg:grid-cols-2"
    >
      <div>
        <h2 id="facts-title" className="display text-heading">
          {t('facts.title')}
        </h2>
        <ul className="mt-8">
          {facts.map((fact) => (
            <li key={fact} className="contour-top py-4 text-lead">
              {t(`facts.${fact}`)}
            </li>
          ))}
        </ul>
      </div>
      <SummitTable />
    </section>
  );
}

function SummitTable() {
  const { t } = useTranslation('press');
  const cell = 'py-2.5 pe-2 text-start sm:pe-4 font-normal';
  return (
    // With a large font size the table scrolls by itself, also by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-labelledby="mountains-caption" tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-small">
        <caption id="mountains-caption" className="display pb-4 text-start text-title">
          {t('facts.table')}
        </caption>
        <thead>
          <tr className="text-muted">
            <th scope="col" className={cell}>
              {t('facts.mountain')}
            </th>
            <th scope="col" className={cell}>
              {t('facts.height')}
            </th>
            <th scope="col" className={cell}>
              {t('facts.year')}
            </th>
            <th scope="col" className={`${cell} pe-0`}>
              {t('facts.outcome')}
            </th>
          </tr>
        </thead>
        <tbody>
          {useSummits().map((summit) => (
            <SummitRow key={summit.slug} summit={summit} cell={cell} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = { summit: PublicRows['summits'][number]; cell: string };

function SummitRow({ summit, cell }: RowProps) {
  const { t } = useTranslation(['press', 'site']);
  const language = useLanguage();
  const name = localised(summit, 'name', language);
  return (
    <tr className="border-t border-line">
      <th scope="row" lang={name.lang} dir={name.dir} className={`${cell} font-medium`}>
        {name.text}
      </th>
      <td className={`${cell} whitespace-nowrap`}>
        {t('site:unit.metres', { value: formatNumber(summit.height_m, language) })}
      </td>
      <td className={cell}>{summit.year}</td>
      <td className={`${cell} pe-0`}>
        {summit.is_attempt ? t('facts.attempt') : t('facts.summit')}
      </td>
    </tr>
  );
}
