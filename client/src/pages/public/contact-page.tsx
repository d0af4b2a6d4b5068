import { useTranslation } from 'react-i18next';
import { ContactDetails } from '@/features/contact/contact-details';
import { ContactForm } from '@/features/contact/contact-form';
import { RelatedPages } from '@/features/contact/related-pages';
import { PageHero } from '@/features/hero/page-hero';
import { useSettings } from '@/features/settings/use-settings';
import { PageHead } from '@/ui/page-head';
import { Sticky } from '@/ui/sticky';

/** Contact details and the contact form. */
export function ContactPage() {
  const { t } = useTranslation('contact');
  const settings = useSettings();
  return (
    <>
      <PageHead title={t('head.title')} description={t('head.description')} />
      <PageHero label={t('label')} title={t('title')} lead={t('lead')} first="vinson" />
      <section className="grid grid-cols-1 gap-x-20 gap-y-14 contour-top gutter py-16 md:py-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)] lg:grid-rows-[auto_1fr]">
        <ContactDetails facts={settings} />
        <Sticky className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <ContactForm />
        </Sticky>
        <RelatedPages />
      </section>
    </>
  );
}
