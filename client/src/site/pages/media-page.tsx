import { AwardsSection } from '@/site/features/awards/awards-section';
import { CoverageSection } from '@/site/features/coverage/coverage-section';
import { PageHero } from '@/site/features/hero/page-hero';
import { HighlightsSection } from '@/site/features/highlights/highlights-section';
import { PressResources } from '@/site/features/press/press-resources';
import { useTranslation } from '@/shared/i18n';
import { PageHead } from '@/shared/ui/page-head';
import '@/site/styles/hero.css';

/** Highlights, coverage, awards, and resources for the press. */
export function MediaPage() {
  const { t } = useTranslation('media');
  return (
    <>
      <PageHead title={t('head.title')} description={t('head.description')} />
      <PageHero
        label={t('label')}
        title={t('title')}
        lead={t('lead')}
        first="denali"
        view="strip"
      />
      <HighlightsSection />
      <CoverageSection />
      <AwardsSection />
      <PressResources />
    </>
  );
}
