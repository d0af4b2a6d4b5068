import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { OnwardIcon } from '@/shared/ui/icons';
import { Video } from '@/shared/ui/video';
import { DrawnFilm } from './drawn-film';

const poster = '/art/everest.svg';

type Props = {
  /** YouTube id of the teaser. */
  teaser: string | null;
  /** URL of the full film. */
  fullFilm: string | null;
};

/** The teaser behind a poster image, or the drawn film until one is set; and a link to the full film, if set. */
export function Teaser({ teaser, fullFilm }: Props) {
  const { t } = useTranslation('film');
  return (
    <section aria-labelledby="teaser-title" className="gutter py-16 md:py-28">
      <h2 id="teaser-title" className="sr-only">
        {t('teaser.title')}
      </h2>
      {teaser === null ? (
        <NoTeaser />
      ) : (
        <Video id={teaser} title={t('teaser.title')} poster={poster} playLabel={t('teaser.play')} />
      )}
      {fullFilm?.startsWith('https://') === true && (
        <a href={fullFilm} rel="noreferrer" className={buttonClass('solid', 'mt-8 min-h-13')}>
          {t('full')}
          <OnwardIcon />
        </a>
      )}
    </section>
  );
}

// Shown while there is no teaser: the drawn film, with a note.
function NoTeaser() {
  const { t } = useTranslation('film');
  return (
    <>
      <DrawnFilm />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
        <p className="measure min-w-0 text-muted">{t('teaser.none')}</p>
        <LocalLink to="/contact" className={buttonClass('line')}>
          {t('teaser.ask')}
          <OnwardIcon />
        </LocalLink>
      </div>
    </>
  );
}
