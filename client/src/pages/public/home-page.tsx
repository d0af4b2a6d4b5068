import { useTranslation } from 'react-i18next';
import { BookCall } from '../../features/book-call/book-call';
import { SummitGrid } from '../../features/expeditions/summit-grid';
import { useExpeditions } from '../../features/expeditions/use-expeditions';
import { Hero } from '../../features/hero/hero';
import { HighlightsSection } from '../../features/highlights/highlights-section';
import { FiguresStrip } from '../../features/settings/figures-strip';
import { Milestones } from '../../features/settings/milestones';
import { useSettings } from '../../features/settings/use-settings';

/** The first page: fourteen mountains, what they add up to, and the way to the book. */
export function HomePage() {
  const { t } = useTranslation();
  const settings = useSettings();
  const expeditions = useExpeditions();
  const seven = expeditions.filter((expedition) => !expedition.beyond_seven_summits);
  const beyond = expeditions.filter((expedition) => expedition.beyond_seven_summits);
  return (
    <>
      <title>{t('head.home')}</title>
      <meta name="description" content={t('head.description.home')} />
      <Hero mountains={expeditions} figures={<FiguresStrip figures={settings.figures} />} />
      <Milestones strip={settings.strip} />
      <SummitGrid
        id="seven-summits"
        title={t('summits.title')}
        text={t('summits.text')}
        expeditions={seven}
        columns={4}
      />
      <div className="scheme-dark bg-ground text-ink">
        <SummitGrid
          id="beyond"
          title={t('beyond.title')}
          text={t('beyond.text')}
          expeditions={beyond}
          columns={3}
        />
      </div>
      <HighlightsSection />
      <BookCall wordmark={settings.wordmark} />
    </>
  );
}
