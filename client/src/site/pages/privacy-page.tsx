import { Masthead } from '@/site/features/hero/masthead';
import { PrivacyText } from '@/site/features/privacy/privacy-text';
import { useSettings } from '@/shared/settings/use-settings';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { PageHead } from '@/shared/ui/page-head';
import '@/site/styles/hero.css';

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
