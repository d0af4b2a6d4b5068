import { useState } from 'react';
import { BookingForm } from '@/site/features/contact/booking-form';
import { PageHero } from '@/site/features/hero/page-hero';
import { Audiences } from '@/site/features/speaking/audiences';
import { Portrait } from '@/site/features/settings/portrait';
import { useSettings } from '@/shared/settings/use-settings';
import { SpeakerDownloadLinks, SpeakerDownloads } from '@/site/features/speaking/speaker-downloads';
import { TalkScene } from '@/site/features/speaking/talk-scene';
import { Testimonials } from '@/site/features/speaking/testimonials';
import { TopicCards } from '@/site/features/speaking/topic-cards';
import { useTopics } from '@/site/features/speaking/use-topics';
import { PortraitSection } from '@/site/features/story/portrait-section';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { localised } from '@/shared/i18n/localised';
import { buttonClass } from '@/shared/ui/button';
import { PageHead } from '@/shared/ui/page-head';
import { Sticky } from '@/shared/ui/sticky';
import '@/site/styles/hero.css';
import '@/site/styles/scene.css';

/** The talks, with the booking form beside them. */
export function SpeakingPage() {
  const { t } = useTranslation('speaking');
  const language = useLanguage();
  const settings = useSettings();
  return (
    <>
      <PageHead title={t('head.title')} description={t('head.description')} />
      <PageHero
        label={t('label')}
        title={t('title')}
        lead={t('lead')}
        mountain="everest"
        view="window"
        actions={
          <>
            <a href="#booking-form" className={buttonClass('solid')}>
              {t('request')}
            </a>
            <span className="hidden sm:contents">
              <SpeakerDownloadLinks />
            </span>
          </>
        }
      />
      <Booking />
      <TalkScene />
      <PortraitSection
        portrait={settings.portrait[language]}
        name={settings.name[language]}
        photo={<Portrait className="max-w-96" />}
      />
      <Audiences />
      <Testimonials />
      <SpeakerDownloads />
    </>
  );
}

function Booking() {
  const topics = useTopics();
  const language = useLanguage();
  const [chosen, choose] = useState('');
  const talks = topics.map((topic) => ({
    slug: topic.slug,
    title: localised(topic, 'title', language),
  }));
  return (
    <section className="grid grid-cols-1 gap-x-16 gap-y-16 contour-top gutter py-20 md:py-28 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <TopicCards topics={topics} chosen={chosen} onChoose={choose} />
      <Sticky>
        <BookingForm talks={talks} chosen={chosen} onChoose={choose} />
      </Sticky>
    </section>
  );
}
