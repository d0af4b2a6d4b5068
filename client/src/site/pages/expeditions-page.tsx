import { AltitudeExplorer } from '@/site/features/altitude-explorer/altitude-explorer';
import { ExpeditionMap } from '@/site/features/expedition-map/expedition-map';
import { AirScene } from '@/site/features/expeditions/air-scene';
import { ExpeditionTiles } from '@/site/features/expeditions/expedition-tiles';
import { SummitGrid } from '@/site/features/expeditions/summit-grid';
import { useExpeditions } from '@/site/features/expeditions/use-expeditions';
import { PageHero } from '@/site/features/hero/page-hero';
import { useSettings } from '@/shared/settings/use-settings';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { PageHead } from '@/shared/ui/page-head';
import '@/site/styles/hero.css';
import '@/site/styles/explorer.css';
import '@/site/styles/scene.css';

/** All expeditions: the explorer, two lists and the map. */
export function ExpeditionsPage() {
  const { t } = useTranslation(['expeditions', 'site']);
  const settings = useSettings();
  const peaks = useExpeditions();
  return (
    <>
      <PageHead title={t('head.title')} description={t('head.description')} />
      <PageHero
        label={t('hero.label')}
        title={t('hero.title')}
        lead={t('hero.lead')}
        first="lhotse"
        view="panorama"
      />
      <ExpeditionTiles figures={settings.figures} />
      <Counts peaks={peaks} />
      <div className="altitude">
        <AltitudeExplorer peaks={peaks} />
      </div>
      <AirScene peaks={peaks} />
      <SummitGrid
        id="seven-summits"
        title={t('site:summits.title')}
        text={t('site:summits.text')}
        expeditions={peaks.filter((peak) => !peak.beyond_seven_summits)}
        columns={4}
      />
      <div className="altitude">
        <SummitGrid
          id="beyond"
          title={t('site:beyond.title')}
          text={t('site:beyond.text')}
          expeditions={peaks.filter((peak) => peak.beyond_seven_summits)}
          columns={3}
        />
      </div>
      <ExpeditionMap peaks={peaks} />
    </>
  );
}

/** Explanation of the difference between the figure of the tiles and the rows of the table. */
function Counts({ peaks }: { peaks: readonly { is_attempt: boolean }[] }) {
  const { t } = useTranslation('expeditions');
  const language = useLanguage();
  const attempts = peaks.filter((peak) => peak.is_attempt).length;
  return (
    <p className="gutter py-6 text-small text-muted">
      {t('tiles.counts', {
        all: formatNumber(peaks.length, language),
        summits: formatNumber(peaks.length - attempts, language),
        attempts: formatNumber(attempts, language),
      })}
    </p>
  );
}
