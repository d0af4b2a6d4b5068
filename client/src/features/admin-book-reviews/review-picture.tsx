import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Lightbox } from '../../ui/lightbox';

type Props = {
  /** What it is: a proof of purchase, or the reader. */
  kind: 'proof' | 'portrait';
  url: string;
  /** Of the reader. */
  name: string;
};

/** A picture that came with a review; it opens large. One that cannot be shown says so. */
export function ReviewPicture({ kind, url, name }: Props) {
  const { t } = useTranslation('desk-reviews');
  const [broken, setBroken] = useState(false);
  const [large, setLarge] = useState(false);
  const alt = t(`pictures.alt.${kind}`, { name });
  if (broken) return <Broken url={url} />;
  return (
    <>
      <button
        type="button"
        aria-label={t(`pictures.open.${kind}`)}
        onClick={() => setLarge(true)}
        className="block max-w-full rounded-block border border-line hover:border-ink"
      >
        <img
          src={url}
          alt={alt}
          loading="lazy"
          className="max-h-48 min-h-11 max-w-full rounded-block object-contain"
          onError={() => setBroken(true)}
        />
      </button>
      {large && <Lightbox slides={[{ src: url, alt }]} index={0} onClose={() => setLarge(false)} />}
    </>
  );
}

function Broken({ url }: { url: string }) {
  const { t } = useTranslation('desk-reviews');
  return (
    <p role="alert" className="border-s-4 border-bad bg-ground px-3 py-2 text-small">
      {t('proof.broken')}{' '}
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-accent"
      >
        {t('proof.address')}
      </a>
    </p>
  );
}
