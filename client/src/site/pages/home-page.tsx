import { DuskHorizon } from '@/shared/art/dusk-horizon';
import { BookCall } from '@/site/features/book-call/book-call';
import { SummitGrid } from '@/site/features/expeditions/summit-grid';
import { useExpeditions } from '@/site/features/expeditions/use-expeditions';
import { Hero } from '@/site/features/hero/hero';
import { HighlightsSection } from '@/site/features/highlights/highlights-section';
import { FiguresStrip } from '@/site/features/settings/figures-strip';
import { Milestones } from '@/site/features/settings/milestones';
import { Portrait } from '@/site/features/settings/portrait';
import { CoverPhoto } from '@/site/features/settings/setting-photo';
import { useSettings } from '@/shared/settings/use-settings';
import { SponsorCall } from '@/site/features/sponsor-call/sponsor-call';
import { PortraitSection } from '@/site/features/story/portrait-section';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { PageHead } from '@/shared/ui/page-head';

/** The home page. */
export function HomePage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const settings = useSettings();
  const expeditions = useExpeditions();
  const seven = expeditions.filter((expedition) => !expedition.beyond_seven_summits);
  const beyond = expeditions.filter((expedition) => expedition.beyond_seven_summits);
  return (
    <>
      <PageHead title={t('head.home.title')} description={t('head.home.description')} />
      <Hero
        name={settings.name[language]}
        mountains={expeditions}
        figures={<FiguresStrip figures={settings.figures} />}
        film={settings.homeFilm}
      />
      <Milestones strip={settings.strip} climbs={expeditions} />
      <PortraitSection
        portrait={settings.portrait[language]}
        name={settings.name[language]}
        photo={<Portrait className="max-w-96" />}
      />
      <SummitGrid
        id="seven-summits"
        title={t('summits.title')}
        text={t('summits.text')}
        expeditions={seven}
        columns={4}
      />
      <HighlightsSection />
      <BookCall
        wordmark={settings.wordmark}
        cover={<CoverPhoto sizes="(min-width: 48rem) 39vw, 90vw" />}
      />
      <DuskHorizon />
      <div className="altitude">
        <SummitGrid
          id="beyond"
          title={t('beyond.title')}
          text={t('beyond.text')}
          expeditions={beyond}
          columns={3}
        />
      </div>
      <SponsorCall />
    </>
  );
}
