import { useLanguage, useTranslation } from '@/shared/i18n';
import { DownloadLink } from '@/shared/ui/download-link';

/** The PDFs for organizers, in the language of the page. */
export function SpeakerDownloads() {
  const { t } = useTranslation('speaking');
  return (
    <section
      aria-labelledby="downloads-title"
      className="flex flex-wrap items-end justify-between gap-x-12 gap-y-8 contour-top gutter py-16 md:py-20"
    >
      <div>
        <h2 id="downloads-title" className="display text-title">
          {t('downloads.title')}
        </h2>
        <p className="measure mt-2 text-muted">{t('downloads.text')}</p>
      </div>
      <div className="flex max-w-full flex-wrap gap-3">
        <SpeakerDownloadLinks />
      </div>
    </section>
  );
}

/** Only the links, for the hero. */
export function SpeakerDownloadLinks() {
  const { t } = useTranslation('speaking');
  const language = useLanguage();
  return (
    <>
      <DownloadLink href={`/downloads/media-kit.${language}.pdf`} className="bg-ground">
        {t('downloads.mediaKit')}
      </DownloadLink>
      <DownloadLink href={`/downloads/speaker-sheet.${language}.pdf`} className="bg-ground">
        {t('downloads.speakerSheet')}
      </DownloadLink>
    </>
  );
}
