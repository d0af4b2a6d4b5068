import { useState } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import { LocalisedPhoto } from '@/shared/ui/localised-photo';
import { localised, localisedPlain } from '@/shared/i18n/localised';
import { Button } from '@/shared/ui/button';
import { Carousel } from '@/shared/ui/carousel';
import { LinkedPicture } from '@/shared/ui/linked-picture';
import { HighlightGallery } from './highlight-gallery';
import type { Highlight } from './use-highlights';

/** The media highlights as a carousel, with a gallery in a lightbox. */
export function HighlightCarousel({ highlights }: { highlights: Highlight[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<number>();
  return (
    <section aria-labelledby="highlights-title" className="contour-top gutter py-20 md:py-28">
      <h2 id="highlights-title" className="display mb-10 text-heading">
        {t('highlights.title')}
      </h2>
      <Carousel
        label={t('highlights.title')}
        previousLabel={t('highlights.previous')}
        nextLabel={t('highlights.next')}
        className="*:w-[85%] *:shrink-0 *:snap-start sm:*:w-[calc((100%-1.25rem)/2)] lg:*:w-[calc((100%-2.5rem)/3)]"
      >
        {highlights.map((highlight, at) => (
          <HighlightCard key={highlight.id} highlight={highlight} onOpen={() => setOpen(at)} />
        ))}
      </Carousel>
      {open !== undefined && (
        <HighlightGallery highlights={highlights} index={open} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}

function HighlightCard({ highlight, onOpen }: { highlight: Highlight; onOpen: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = localised(highlight, 'title', language);
  const outlet = localisedPlain(highlight, 'outlet', language);
  return (
    <li className="flex flex-col bg-raised">
      <HighlightPicture highlight={highlight} />
      <div className="flex grow flex-col items-start gap-3 p-6">
        <p className="flex flex-wrap gap-x-4 text-small text-muted">
          <bdi dir="ltr">{formatDate(highlight.date)}</bdi>
          <bdi lang={outlet.lang} dir={outlet.dir}>
            {outlet.text}
          </bdi>
        </p>
        <h3 lang={title.lang} dir={title.dir} className="display grow text-title">
          {title.text}
        </h3>
        <Button look="quiet" className="-ms-5" aria-haspopup="dialog" onClick={onOpen}>
          {t('highlights.gallery')}
          <span className="sr-only">: {title.text}</span>
        </Button>
      </div>
    </li>
  );
}

/** Its picture of the library, else the one at its address, else what the picture shows in words. */
function HighlightPicture({ highlight }: { highlight: Highlight }) {
  const alt = localised(highlight, 'image_alt', useLanguage());
  const words = (
    <div className="grid aspect-20/13 w-full place-items-center bg-night p-6 text-center text-small text-limestone">
      <p lang={alt.lang} dir={alt.dir}>
        {alt.text}
      </p>
    </div>
  );
  const other =
    highlight.image_url === null ? (
      words
    ) : (
      <LinkedPicture
        src={highlight.image_url}
        alt={alt.text}
        lang={alt.lang}
        width={400}
        height={260}
        className="aspect-20/13 w-full bg-night object-cover"
        fallback={words}
      />
    );
  if (highlight.picture === undefined || highlight.picture === null) return other;
  return (
    <LocalisedPhoto
      picture={highlight.picture}
      sizes="(min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 80vw"
      className="aspect-20/13 w-full"
      fallback={other}
    />
  );
}
