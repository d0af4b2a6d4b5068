import { useSettings } from '@/features/settings/use-settings';
import { SpeakerSheet } from '@/features/speaking/speaker-sheet';
import { useLanguage, useTranslation } from '@/i18n';
import { PageHead } from '@/ui/page-head';

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
