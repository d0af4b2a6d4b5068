import { toubkal } from '@/shared/art/mountains';
import { SceneDrawing } from '@/shared/art/scene-drawing';
import { ContactDetail, ContactDetails } from '@/site/features/contact/contact-details';
import { ContactForm } from '@/site/features/contact/contact-form';
import { deskBoxes, DeskDrawing } from '@/site/features/contact/desk-drawing';
import { LocalTime, timeZoneOf } from '@/site/features/contact/local-time';
import { RelatedPages } from '@/site/features/contact/related-pages';
import { SceneHero } from '@/site/features/hero/scene-hero';
import { useSettings } from '@/shared/settings/use-settings';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { buttonClass } from '@/shared/ui/button';
import { PageHead } from '@/shared/ui/page-head';
import { Sticky } from '@/shared/ui/sticky';
import '@/site/styles/hero.css';
import '@/site/styles/scene.css';

/** A desk at base camp, the contact form with the details, and the pages that answer without a message. */
export function ContactPage() {
  const { t } = useTranslation(['contact', 'site']);
  const settings = useSettings();
  const timeZone = timeZoneOf(settings.location.en);
  const texts = {
    mountain: t('scene.mountain'),
    height: t('site:unit.metres', { value: formatNumber(toubkal.heightM, useLanguage()) }),
    drawn: t('scene.drawn'),
  };
  return (
    <>
      <PageHead title={t('head.title')} description={t('head.description')} />
      <SceneHero
        label={t('label')}
        title={t('title')}
        lead={t('lead')}
        actions={
          <a href="#contact-form" className={buttonClass('solid')}>
            {t('toForm')}
          </a>
        }
      >
        <SceneDrawing
          label={t('scene.label')}
          {...deskBoxes}
          render={(view) => <DeskDrawing view={view} texts={texts} />}
        />
      </SceneHero>
      <section className="grid grid-cols-1 gap-x-20 items-start gap-y-14 gutter py-14 md:py-28 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <ContactForm />
        <Sticky>
          <ContactDetails facts={settings}>
            {timeZone !== undefined && (
              <ContactDetail label={t('time')}>
                <LocalTime timeZone={timeZone} />
              </ContactDetail>
            )}
            <ContactDetail label={t('languages')}>
              <bdi lang="en">English</bdi> · <bdi lang="fr">Français</bdi> ·{' '}
              <bdi lang="ar">العربية</bdi>
            </ContactDetail>
          </ContactDetails>
        </Sticky>
      </section>
      <RelatedPages />
    </>
  );
}
