import { useTranslation } from 'react-i18next';
import { ContactDetails } from '../../features/contact/contact-details';
import { ContactForm } from '../../features/contact/contact-form';
import { useSettings } from '../../features/settings/use-settings';

/** How to reach her, and a form that does. */
export function ContactPage() {
  const { t } = useTranslation();
  const settings = useSettings();
  return (
    <section className="gutter pt-32 pb-20 md:pb-28 lg:pt-40">
      <title>{t('head.contact')}</title>
      <meta name="description" content={t('head.description.contact')} />
      <p className="label font-bold text-accent">{t('contact.label')}</p>
      <h1 className="display mt-4 text-heading">{t('contact.title')}</h1>
      <p className="measure mt-6 text-lead text-muted">{t('contact.lead')}</p>
      <div className="mt-14 grid gap-x-20 gap-y-14 lg:grid-cols-[1fr_1.7fr]">
        <ContactDetails facts={settings} />
        <ContactForm />
      </div>
    </section>
  );
}
