import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import type { Language } from '@/shared/i18n/language';
import { localised, localisedPlain } from '@/shared/i18n/localised';
import { librarySlide } from '@/shared/ui/localised-photo';
import { Lightbox, type LightboxSlide } from '@/shared/ui/lightbox';
import { OnwardIcon } from '@/shared/ui/icons';
import type { Highlight } from './use-highlights';
import { videoId } from '@/shared/ui/video-id';

type Props = { highlights: Highlight[]; index: number; onClose: () => void };

/** The highlights in a lightbox: picture or video, text and source. */
export function HighlightGallery({ highlights, index, onClose }: Props) {
  const language = useLanguage();
  const slides = highlights.map((highlight) => slideOf(highlight, language));
  return <Lightbox slides={slides} index={index} onClose={onClose} />;
}

function slideOf(highlight: Highlight, language: Language): LightboxSlide {
  const title = localised(highlight, 'title', language).text;
  const own = highlight.picture ?? undefined;
  const alt = localised(highlight, 'image_alt', language).text;
  const video = videoId(highlight.link_url);
  return {
    src: highlight.image_url ?? '',
    alt: alt === '' ? title : alt,
    ...(own && librarySlide(own, language)),
    title,
    text: <HighlightText highlight={highlight} link={video === undefined} />,
    ...(video === undefined ? {} : { video }),
  };
}

function HighlightText({ highlight, link }: { highlight: Highlight; link: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = localised(highlight, 'description', language);
  const outlet = localisedPlain(highlight, 'outlet', language);
  return (
    <>
      <span className="me-4">
        <bdi dir="ltr">{formatDate(highlight.date)}</bdi>
      </span>
      <bdi lang={outlet.lang} dir={outlet.dir}>
        {outlet.text}
      </bdi>
      <span lang={text.lang} dir={text.dir} className="mt-1 block">
        {text.text}
      </span>
      {link && highlight.link_url?.startsWith('https://') === true && (
        <a
          href={highlight.link_url}
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-2 underline underline-offset-6"
        >
          {t('highlights.read')}
          <OnwardIcon />
        </a>
      )}
    </>
  );
}
