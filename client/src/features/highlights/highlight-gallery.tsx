import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n';
import { formatDate } from '../../i18n/format';
import { localised } from '../../i18n/localised';
import { buttonClass } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Video } from '../../ui/video';
import type { Highlight } from './use-highlights';
import { videoId } from './video-id';

type Props = { highlight: Highlight | undefined; onClose: () => void };

/** One highlight in full: its picture or its video, its text, and where it was published. */
export function HighlightGallery({ highlight, onClose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = highlight === undefined ? '' : localised(highlight, 'title', language).text;
  return (
    <Dialog open={highlight !== undefined} onClose={onClose} title={title} closeLabel={t('close')}>
      {highlight !== undefined && <Details highlight={highlight} title={title} />}
    </Dialog>
  );
}

function Details({ highlight, title }: { highlight: Highlight; title: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const text = localised(highlight, 'description', language);
  const video = videoId(highlight.link_url);
  return (
    <div className="grid gap-5">
      {video === undefined ? (
        <img src={highlight.image_url} alt="" className="w-full bg-night" />
      ) : (
        <Video
          id={video}
          title={title}
          poster={highlight.image_url}
          playLabel={t('highlights.play')}
        />
      )}
      <p className="flex flex-wrap gap-x-4 text-small text-muted">
        <bdi dir="ltr">{formatDate(highlight.date)}</bdi>
        <bdi>{highlight.outlet}</bdi>
      </p>
      <p lang={text.lang} dir={text.dir} className="measure">
        {text.text}
      </p>
      {video === undefined && highlight.link_url?.startsWith('https://') === true && (
        <a
          href={highlight.link_url}
          rel="noreferrer"
          className={buttonClass('line', 'justify-self-start')}
        >
          {t('highlights.read')}
        </a>
      )}
    </div>
  );
}
