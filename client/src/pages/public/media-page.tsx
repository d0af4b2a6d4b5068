import { AwardsSection } from '@/features/awards/awards-section';
import { CoverageSection } from '@/features/coverage/coverage-section';
import { PageHero } from '@/features/hero/page-hero';
import { HighlightsSection } from '@/features/highlights/highlights-section';
import { PressResources } from '@/features/press/press-resources';
import { useTranslation } from '@/i18n';
import { PageHead } from '@/ui/page-head';
import '@/styles/hero.css';

/** Highlights, coverage, awards, and resources for the press. */
export function MediaPage() {
  const { t } = useTranslation('media');
  return (
    <>
      <PageHead title={t('head.title')} description={t('head.description')} />
      <PageHero label={t('label')} title={t('title')} lead={t('lead')} first="denali" view="strip" />
      <HighlightsSection />
      <CoverageSection />
      <AwardsSection />
      <PressResources />
    </>
  );
}
