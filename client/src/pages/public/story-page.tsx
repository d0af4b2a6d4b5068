import { PageHero } from '@/features/hero/page-hero';
import { Portrait } from '@/features/settings/portrait';
import { useSettings } from '@/features/settings/use-settings';
import { Biography } from '@/features/story/biography';
import { Timeline } from '@/features/story/timeline';
import { ValuesSection } from '@/features/story/values-section';
import { useLanguage, useTranslation } from '@/i18n';
import { PageHead } from '@/ui/page-head';
import '@/styles/hero.css';
import '@/styles/story.css';
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
