import { useTranslation } from 'react-i18next';
import { LocalLink } from '../../i18n/local-link';
import { buttonClass } from '../../ui/button';
import { OnwardIcon } from '../../ui/icons';
import { Video } from '../../ui/video';

const poster = '/art/everest.svg';

type Props = {
  /** YouTube id of the teaser. */
  teaser: string | null;
  /** Address of the whole film. */
  fullFilm: string | null;
};

/** The screen: the teaser behind its picture, and where the whole film is, once the owner says so. */
export function Teaser({ teaser, fullFilm }: Props) {
  const { t } = useTranslation('film');
  return (
    <section aria-labelledby="teaser-title" className="gutter pt-4 pb-16 md:pb-24">
      <h2 id="teaser-title" className="sr-only">
        {t('teaser.title')}
      </h2>
      <div className="border-y border-line py-3 md:py-5">
        {teaser === null ? (
          <DarkScreen />
        ) : (
          <Video
            id={teaser}
            title={t('teaser.title')}
            poster={poster}
            playLabel={t('teaser.play')}
          />
        )}
      </div>
      {fullFilm?.startsWith('https://') === true && (
        <a href={fullFilm} rel="noreferrer" className={buttonClass('solid', 'mt-8 min-h-13')}>
          {t('full')}
          <OnwardIcon />
        </a>
      )}
    </section>
  );
}

// No film to show yet: the picture stays, and says what is true.
function DarkScreen() {
  const { t } = useTranslation('film');
  return (
    <div className="relative grid aspect-4/5 place-items-end overflow-clip bg-night sm:aspect-video">
      <img
        src={poster}
        alt=""
        width={1600}
        height={900}
        className="absolute inset-0 size-full object-cover"
      />
      <div className="relative w-full bg-night/85 p-6 md:flex md:items-center md:justify-between md:gap-10 md:px-8">
        <p className="measure">{t('teaser.none')}</p>
        <LocalLink to="/contact" className={buttonClass('line', 'mt-4 shrink-0 md:mt-0')}>
          {t('teaser.ask')}
          <OnwardIcon />
        </LocalLink>
      </div>
    </div>
  );
}
