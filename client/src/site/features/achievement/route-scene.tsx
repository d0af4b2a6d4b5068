import { oxygenAt } from '@/shared/art/air';
import { SceneSection, SceneTable } from '@/shared/art/scene-section';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { localised } from '@/shared/i18n/localised';
import type { Achievement } from './achievement';
import { RouteSection } from './route-drawing';
import { sectionBoxes } from './route-section';
import { routeTo } from './routes';

/** The route to the summit as an altitude profile with its camps, and as a table; nothing without a known route. */
export function RouteScene({ peak }: { peak: Achievement }) {
  const { t } = useTranslation(['routes', 'site']);
  const language = useLanguage();
  const known = routeTo(peak.slug, peak.height_m);
  if (known === undefined) return null;
  const { slug, route } = known;
  const line = t(`lines.${slug}`);
  const metres = (m: number) => t('site:unit.metres', { value: formatNumber(m, language) });
  const stops = route.map(({ name, m }) => ({ name: t(`stops.${name}`), altitude: metres(m) }));
  const [low, high] = [route[0]?.m ?? 0, peak.height_m];
  return (
    <SceneSection
      id="route-title"
      title={t('title')}
      subtitle={line}
      text={t('text')}
      note={
        <>
          {t('note')} {peak.is_attempt && t('attempt')}
        </>
      }
      className="pt-20 md:pt-28"
      label={t('label', {
        name: localised(peak, 'name', language).text,
        line,
        from: metres(low),
        to: metres(high),
      })}
      {...sectionBoxes}
      render={(view) => (
        <RouteSection
          view={view}
          slug={slug}
          route={route}
          stops={stops}
          attempt={peak.is_attempt}
          metres={metres}
          grounds={{
            path: t('ground.path'),
            rock: t('ground.rock'),
            snow: t('ground.snow'),
            ice: t('ground.ice'),
          }}
          block={[
            [t('block.route'), line],
            [t('block.climb'), metres(high - low)],
            [t('block.scale'), t('block.toScale')],
          ]}
        />
      )}
    >
      <SceneTable
        title={t('table.title')}
        columns={[t('table.stop'), t('table.altitude'), t('table.oxygen')]}
        rows={stops.map(({ name, altitude }, at) => [
          name,
          altitude,
          t('table.percent', { value: formatNumber(oxygenAt(route[at]?.m ?? 0) * 100, language) }),
        ])}
      />
    </SceneSection>
  );
}
