import Yarl, { type Slide } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import { Video } from '@/shared/ui/video';
import { useTranslation } from '@/shared/i18n';
import './lightbox.css';
import type { LightboxProps, LightboxSlide } from './lightbox';

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    film: { type: 'film'; film: { id: string; poster: string; title: string } };
  }
}

// SVG files have no size of their own: they are shown as large as a photograph.
const svgSize = { width: 2400, height: 1560 };

function slideOf({ src, width, height, alt, title, text, video }: LightboxSlide): Slide {
  const captions = { title, description: text };
  if (video !== undefined) {
    return { ...captions, type: 'film', film: { id: video, poster: src, title: title ?? alt } };
  }
  const size = width === undefined || height === undefined ? {} : { width, height };
  return { ...captions, src, alt, ...(src.endsWith('.svg') ? svgSize : size) };
}

/** The lightbox, loaded when it is first opened. */
export function LightboxViewer({ slides, index, onClose }: LightboxProps) {
  const labels = useLabels();
  const { t } = useTranslation();
  return (
    <Yarl
      open
      close={onClose}
      index={index}
      slides={slides.map(slideOf)}
      plugins={[Captions, Zoom]}
      className="lightbox"
      labels={labels}
      carousel={{ finite: slides.length < 2, padding: 0, spacing: '8%' }}
      captions={{ descriptionTextAlign: 'start', descriptionMaxLines: 6 }}
      zoom={{ maxZoomPixelRatio: 3 }}
      controller={{ closeOnBackdropClick: true }}
      render={{
        slide: ({ slide, offset }) =>
          slide.type === 'film' && offset === 0 ? (
            <div className="w-[min(92vw,70rem)]">
              <Video {...slide.film} playLabel={t('highlights.play')} />
            </div>
          ) : undefined,
        iconError: () => <p className="p-6 text-center">{t('lightbox.broken')}</p>,
        ...(slides.length < 2 ? { buttonPrev: () => null, buttonNext: () => null } : {}),
      }}
    />
  );
}

function useLabels() {
  const { t } = useTranslation();
  return {
    Lightbox: t('lightbox.label'),
    'Photo gallery': t('lightbox.pictures'),
    Carousel: t('lightbox.carousel'),
    Slide: t('lightbox.slide'),
    Caption: t('lightbox.caption'),
    // The library replaces these placeholders itself.
    '{index} of {total}': t('lightbox.position', { index: '{index}', total: '{total}' }),
    Previous: t('lightbox.previous'),
    Next: t('lightbox.next'),
    Close: t('close'),
    'Zoom in': t('lightbox.zoomIn'),
    'Zoom out': t('lightbox.zoomOut'),
  };
}
