import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { DownloadLink } from '@/shared/ui/download-link';

/** Links to the media kit and the drawings. */
export function PressResources() {
  const { t } = useTranslation('media');
  const language = useLanguage();
  return (
    <section aria-labelledby="resources-title" className="gutter py-20 md:py-28">
      <h2 id="resources-title" className="display text-heading">
        {t('resources.title')}
      </h2>
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 md:grid-cols-2">
        <div className="contour-top pt-7">
          <h3 className="display text-title">{t('resources.kit.title')}</h3>
          <p className="measure mt-3 text-muted">{t('resources.kit.text')}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <LocalLink to="/media-kit" className={buttonClass('solid')}>
              {t('resources.kit.action')}
            </LocalLink>
            <DownloadLink href={`/downloads/media-kit.${language}.pdf`}>
              {t('resources.pdf')}
            </DownloadLink>
          </div>
        </div>
        <div className="contour-top pt-7">
          <h3 className="display text-title">{t('resources.art.title')}</h3>
          <p className="measure mt-3 text-muted">{t('resources.art.text')}</p>
          <LocalLink to="/media-kit#photos" className={buttonClass('line', 'mt-6')}>
            {t('resources.art.action')}
          </LocalLink>
        </div>
      </div>
    </section>
  );
}
