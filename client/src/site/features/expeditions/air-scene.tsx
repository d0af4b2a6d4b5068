import { oxygenAt, temperatureAt } from '@/shared/art/air';
import { toubkal } from '@/shared/art/mountains';
import { SceneSection, SceneTable } from '@/shared/art/scene-section';
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
  return (
    <SceneSection
      id="air-title"
      title={t('air.title')}
      text={t('air.text')}
      note={t('air.note')}
      className="py-20 md:py-28"
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
    >
      <SceneTable
        title={t('air.table')}
        columns={[t('air.place'), t('air.altitude'), t('air.oxygen'), t('air.temperature')]}
        rows={places.map(({ name, altitude, oxygen, temperature }) => [
          name,
          altitude,
          oxygen,
          <bdi key={name} dir="ltr">
            {temperature}
          </bdi>,
        ])}
      />
    </SceneSection>
  );
}
