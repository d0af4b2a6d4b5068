import { ContactDetails } from '@/site/features/contact/contact-details';
import { PageHero } from '@/site/features/hero/page-hero';
import { PackingList } from '@/site/features/retreat/packing-list';
import { RetreatFacts } from '@/site/features/retreat/retreat-facts';
import { RetreatForm } from '@/site/features/retreat/retreat-form';
import { Activities, Facilitators, Gains } from '@/site/features/retreat/retreat-programme';
import { useSettings } from '@/shared/settings/use-settings';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { buttonClass } from '@/shared/ui/button';
import { PageHead } from '@/shared/ui/page-head';
import { FormBeside } from './form-beside';
import '@/site/styles/hero.css';
import '@/site/styles/scene.css';

/** The page of the retreat: activities, benefits, facilitators and the form to join. */
export function RetreatPage() {
  const { t } = useTranslation('retreat');
  const language = useLanguage();
  const settings = useSettings();
  return (
    <>
      <PageHead title={t('head.title')} description={t('head.description')} />
      <PageHero
        label={t('label')}
        title={settings.retreat.theme[language]}
        lead={t('lead')}
        mountain="ama-dablam"
        view="centred"
        actions={
          <a href="#retreat-form" className={buttonClass('solid')}>
            {t('join')}
          </a>
        }
        figures={<RetreatFacts edition={settings.retreat} />}
      />
      <div className="contour-top">
        <Activities />
      </div>
      <Gains />
      <PackingList />
      <FormBeside form={<RetreatForm days={settings.retreat} />}>
        <div className="grid grid-cols-1 content-start gap-16">
          <Facilitators />
          <section aria-labelledby="question-title">
            <h2 id="question-title" className="display mb-8 text-title">
              {t('contact.title')}
            </h2>
            <ContactDetails facts={settings} />
          </section>
        </div>
      </FormBeside>
    </>
  );
}
