import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { detailQuery } from '@/shared/api/public-data';
import { isDrawn } from '@/shared/art/mountains';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { librarySlide, LocalisedPhoto, type LibraryPicture } from '@/shared/ui/localised-photo';
import { localised } from '@/shared/i18n/localised';
import { Lightbox } from '@/shared/ui/lightbox';
import { LinkedPicture } from '@/shared/ui/linked-picture';
import type { Achievement } from './achievement';

/** Shown in place of a picture that cannot be loaded. */
const defaultPicture = '/art/everest.svg';

type View = 'photo' | 'night' | 'portrait' | 'day' | 'contour';
type Picture = { view: View; src: string; alt: string; own?: LibraryPicture };
type Place = { className: string; sizes: string };

const files: { view: View; end: string }[] = [
  { view: 'night', end: '' },
  { view: 'portrait', end: '-portrait' },
  { view: 'day', end: '-day' },
  { view: 'contour', end: '-contour' },
];

const spans: Record<View, string> = {
  photo: 'col-span-2 lg:col-span-12',
  night: 'col-span-2 lg:col-span-8',
  portrait: 'lg:col-span-4',
  day: 'lg:col-span-5',
  contour: 'col-span-2 lg:col-span-7',
};

// Of twelve columns, in a row that is 34vw high: in the narrow ones a photograph of 4:3 is cut at its sides.
const wide = (columns: string, sizes: string): Place => ({
  className: `col-span-2 ${columns}`,
  sizes: `(min-width: 64rem) ${sizes}, 90vw`,
});
const places = {
  4: wide('lg:col-span-4', '45vw'),
  5: wide('lg:col-span-5', '45vw'),
  7: wide('lg:col-span-7', '54vw'),
  8: wide('lg:col-span-8', '62vw'),
  12: wide('lg:col-span-12', '90vw'),
  high: wide('lg:col-span-12 lg:row-span-2', '90vw'),
};

const isUpright = ({ width, height }: LibraryPicture) => height > width;

/**
 * The places of photographs on a wide screen: two in a row, an upright one in the narrower place; of an odd number
 * the last three in one.
 */
export function placesOf(photographs: readonly LibraryPicture[]): Place[] {
  const count = photographs.length;
  return photographs.map((photograph, at) => {
    if (count === 1) return isUpright(photograph) ? places.high : places[12];
    if (count % 2 === 1 && at >= count - 3) return places[4];
    const isFirst = at % 2 === 0;
    const other = photographs[isFirst ? at + 1 : at - 1] ?? photograph;
    if (isUpright(photograph) !== isUpright(other)) return places[isUpright(photograph) ? 4 : 8];
    return places[isFirst === at % 4 < 2 ? 7 : 5];
  });
}

/** The owner's photographs of the mountain, and four drawings. Each opens in a lightbox. */
export function AchievementGallery({ peak }: { peak: Achievement }) {
  const { t } = useTranslation('expeditions');
  const language = useLanguage();
  const pictures = usePictures(peak);
  const placed = placesOf(pictures.flatMap(({ own }) => own ?? []));
  const [open, setOpen] = useState<number>();
  if (pictures.length === 0) return null;
  return (
    <section aria-labelledby="gallery" className="gutter py-20 md:py-28">
      <div className="mb-10 grid items-end gap-x-16 gap-y-5 lg:grid-cols-[1.3fr_1fr]">
        <h2 id="gallery" className="display text-heading">
          {t(placed.length > 0 ? 'achievement.gallery.photoTitle' : 'achievement.gallery.title')}
        </h2>
        <p className="measure text-muted">{t('achievement.gallery.text')}</p>
      </div>
      <ul className="grid grid-cols-2 gap-2 md:gap-3 lg:auto-rows-[clamp(16rem,34vw,30rem)] lg:grid-cols-12">
        {pictures.map((picture, at) => (
          <li key={picture.src} className={placed[at]?.className ?? spans[picture.view]}>
            <PictureButton
              picture={picture}
              sizes={placed[at]?.sizes ?? ''}
              onOpen={() => setOpen(at)}
            />
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <Lightbox
          slides={pictures.map(({ src, alt, own }) => ({
            src,
            alt,
            ...(own && librarySlide(own, language)),
            title: alt,
          }))}
          index={open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

type ButtonProps = { picture: Picture; sizes: string; onOpen: () => void };

function PictureButton({ picture, sizes, onOpen }: ButtonProps) {
  const { t } = useTranslation('expeditions');
  const className =
    'size-full min-h-44 object-cover transition-transform duration-700 ease-rise group-hover:scale-103';
  const drawing = (
    <img
      src={defaultPicture}
      alt=""
      width={1600}
      height={1040}
      loading="lazy"
      className={className}
    />
  );
  return (
    <button
      type="button"
      aria-label={t('achievement.gallery.open', { view: picture.alt })}
      onClick={onOpen}
      className="group relative block size-full overflow-hidden bg-soil"
    >
      {picture.own === undefined ? (
        <LinkedPicture
          src={picture.src}
          alt=""
          {...(picture.src.endsWith('-portrait.svg')
            ? { width: 960, height: 1280 }
            : { width: 1600, height: 1040 })}
          className={className}
          fallback={drawing}
        />
      ) : (
        <LocalisedPhoto
          picture={picture.own}
          decorative
          uncredited
          sizes={sizes}
          className={`size-full ${isUpright(picture.own) ? 'aspect-4/5' : 'aspect-3/2'} lg:aspect-auto`}
          fallback={drawing}
        />
      )}
      <span className="absolute start-0 bottom-0 bg-ground px-3 py-1.5 text-start text-label text-ink">
        {picture.alt}
      </span>
    </button>
  );
}

function usePictures(peak: Achievement): Picture[] {
  const { t } = useTranslation('expeditions');
  const language = useLanguage();
  const name = localised(peak, 'name', language).text;
  const ownAlt = localised(peak, 'hero_image_alt', language).text;
  const drawn = isDrawn({ slug: peak.slug, heightM: peak.height_m, attempt: peak.is_attempt });
  const alt = (view: View) => t(`achievement.gallery.${view}`, { name });
  const { data: gallery = [] } = useQuery(detailQuery('gallery', peak.slug));
  const photographs = gallery.map(({ picture }): Picture => {
    const text = localised(picture, 'alt', language).text;
    return {
      view: 'photo',
      src: picture.path,
      alt: text === '' ? alt('photo') : text,
      own: picture,
    };
  });
  const own: Picture[] =
    peak.hero_image_url === null || peak.hero_image_url === ''
      ? []
      : [{ view: 'photo', src: peak.hero_image_url, alt: ownAlt === '' ? alt('photo') : ownAlt }];
  const drawings = drawn
    ? files.map(({ view, end }) => ({ view, src: `/art/${peak.slug}${end}.svg`, alt: alt(view) }))
    : [];
  return [...photographs, ...own, ...drawings];
}
