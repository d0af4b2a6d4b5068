import { PageHero } from '@/site/features/hero/page-hero';
import { Portrait } from '@/site/features/settings/portrait';
import { useSettings } from '@/shared/settings/use-settings';
import { Biography } from '@/site/features/story/biography';
import { Timeline } from '@/site/features/story/timeline';
import { ValuesSection } from '@/site/features/story/values-section';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { PageHead } from '@/shared/ui/page-head';
import '@/site/styles/hero.css';
import '@/site/styles/story.css';
import { OnwardLinks } from './onward-links';

const ways = ['expeditions', 'speaking', 'book'] as const;

/** The story: biography, timeline and values. */
export function StoryPage() {
  const { t } = useTranslation('story');
  const language = useLanguage();
  const { name, portrait } = useSettings();
  return (
    <>
      <PageHead title={t('head.title')} description={t('head.description')} />
      <PageHero
        label={t('label')}
        title={t('title')}
        lead={t('lead')}
        mountain="kilimanjaro"
        view="overhead"
      />
      <Biography
        name={name[language]}
        portrait={portrait[language]}
        photo={<Portrait className="mt-8 max-w-96" />}
      />
      <Timeline />
      <ValuesSection />
      <OnwardLinks
        label={t('onward.label')}
        links={ways.map((way) => ({
          to: `/${way}`,
          title: t(`onward.${way}.title`),
          text: t(`onward.${way}.text`),
        }))}
      />
    </>
  );
}
