import { Masthead } from '@/features/hero/masthead';
import { PrivacyText } from '@/features/privacy/privacy-text';
import { useSettings } from '@/features/settings/use-settings';
import { useLanguage, useTranslation } from '@/i18n';
import { PageHead } from '@/ui/page-head';
import '@/styles/hero.css';

/** The privacy policy. */
export function PrivacyPage() {
  const { t } = useTranslation('privacy');
  const language = useLanguage();
  const { name, email } = useSettings();
  return (
    <>
      <PageHead title={t('head.title')} description={t('head.description')} />
      <Masthead label={t('label')} title={t('title')} lead={t('lead')} />
      <PrivacyText name={name[language]} email={email} />
    </>
  );
}
