import { useTranslation } from '@/shared/i18n';
import { Video } from '@/shared/ui/video';
import { RequestLink } from './request-link';

type Props = {
  /** YouTube id; null if not set. */
  film: string | null;
  email: string | null;
};

/** The film, if set, and a link to request footage. */
export function PressVideo({ film, email }: Props) {
  const { t } = useTranslation('press');
  return (
    <section
      aria-labelledby="video-title"
      className="grid grid-cols-1 gap-x-20 gap-y-8 contour-top gutter py-16 md:py-20 lg:grid-cols-2"
    >
      <div>
        <h2 id="video-title" className="display text-title">
          {t('video.title')}
        </h2>
        <p className="measure mt-3 mb-6 text-muted">{t('video.none')}</p>
        <RequestLink email={email} />
      </div>
      {film !== null && (
        <Video
          id={film}
          title={t('video.film')}
          poster="/art/everest.svg"
          playLabel={t('video.play')}
        />
      )}
    </section>
  );
}
