import { useSettings } from '@/shared/settings/use-settings';
import { SpeakerSheet } from '@/site/features/speaking/speaker-sheet';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { PageHead } from '@/shared/ui/page-head';

/** The speaker sheet. In print, header and footer are hidden. */
export function SpeakerSheetPage() {
  const { t } = useTranslation('press');
  const language = useLanguage();
  const { siteTitle, wordmark, email } = useSettings();
  return (
    <div className="gutter pt-[calc(var(--header)+3rem)] pb-20 print:p-0">
      <PageHead title={t('sheet.head.title')} description={t('sheet.head.description')} />
      <SpeakerSheet name={siteTitle[language]} wordmark={wordmark} email={email} />
    </div>
  );
}
