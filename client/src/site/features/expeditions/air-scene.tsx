import { oxygenAt, temperatureAt } from '@/shared/art/air';
import { toubkal } from '@/shared/art/mountains';
import { SceneDrawing } from '@/shared/art/scene-drawing';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { localised } from '@/shared/i18n/localised';
import { airBoxes } from './air-chart';
import { AirDrawing } from './air-drawing';

type Peak = {
  slug: string;
  name_en: string;
  name_fr: string;
  name_ar: string;
  height_m: number;
};

/** Oxygen and temperature by altitude, as a chart and as a table. */
export function AirScene({ peaks }: { peaks: Peak[] }) {
  const { t } = useTranslation(['expeditions', 'site']);
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const places = [
    ...peaks.map((peak) => ({ name: localised(peak, 'name', language).text, m: peak.height_m })),
    { name: t('air.toubkal'), m: toubkal.heightM },
    { name: t('air.sea'), m: 0 },
  ]
    .toSorted((a, b) => b.m - a.m)
    .map(({ name, m }) => ({
      name,
      m,
      altitude: t('site:unit.metres', { value: number(m) }),
      oxygen: t('air.percent', { value: number(oxygenAt(m) * 100) }),
      temperature: t('air.degrees', { value: number(temperatureAt(m)).replace('-', '−') }),
    }));
  const cell = 'py-2.5 pe-4 text-start font-normal';
  return (
    <section aria-labelledby="air-title" className="gutter py-20 md:py-28">
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-[1.3fr_1fr] lg:items-end">
        <h2 id="air-title" className="display text-heading">
          {t('air.title')}
        </h2>
        <p className="measure text-muted">{t('air.text')}</p>
      </div>
      <figure className="mt-10">
        <SceneDrawing
          label={t('air.label')}
          {...airBoxes}
          render={(view) => (
            <AirDrawing
              view={view}
              places={places}
              metres={(m) => t('site:unit.metres', { value: number(m) })}
              texts={{
                oxygen: t('air.oxygen'),
                temperature: t('air.temperature'),
                percent: (value) => t('air.percent', { value }),
                degrees: (value) => t('air.degrees', { value: String(value).replace('-', '−') }),
              }}
            />
          )}
        />
        <figcaption className="measure mt-4 text-small text-muted">{t('air.note')}</figcaption>
      </figure>
      <details className="question mt-6 border-y border-line">
        <summary className="flex min-h-14 items-center justify-between gap-6 py-2.5 font-medium">
          {t('air.table')}
          <span aria-hidden="true" className="question-sign" />
        </summary>
        <table className="mb-6 w-full max-w-3xl text-small">
          <thead className="text-muted">
            <tr>
              <th scope="col" className={cell}>
                {t('air.place')}
              </th>
              <th scope="col" className={cell}>
                {t('air.altitude')}
              </th>
              <th scope="col" className={cell}>
                {t('air.oxygen')}
              </th>
              <th scope="col" className={cell}>
                {t('air.temperature')}
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map(({ name, altitude, oxygen, temperature }) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className={cell}>
                  {name}
                </th>
                <td className={cell}>{altitude}</td>
                <td className={cell}>{oxygen}</td>
                <td className={cell}>
                  <bdi dir="ltr">{temperature}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
