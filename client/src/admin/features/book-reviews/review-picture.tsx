import { useState } from 'react';
import { Dialog } from 'radix-ui';
import { useTranslation } from '@/shared/i18n';
import { CloseIcon } from '@/shared/ui/icons';

type Props = {
  /** A proof of purchase, or a portrait. */
  kind: 'proof' | 'portrait';
  url: string;
  /** Of the reader. */
  name: string;
};

/** An image of a review; a click enlarges it. A broken image shows an error. */
export function ReviewPicture({ kind, url, name }: Props) {
  const { t } = useTranslation('admin-reviews');
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
      <Large src={url} alt={alt} open={large} onClose={() => setLarge(false)} />
    </>
  );
}

type LargeProps = { src: string; alt: string; open: boolean; onClose: () => void };

// A Radix dialog like the drawer: the lightbox of the site would be inert above it.
function Large({ src, alt, open, onClose }: LargeProps) {
  const { t } = useTranslation();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="admin-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-50 grid place-items-center p-4"
          onClick={onClose}
        >
          <Dialog.Title className="sr-only">{alt}</Dialog.Title>
          <img src={src} alt={alt} className="max-h-full max-w-full object-contain" />
          <Dialog.Close className="absolute end-3 top-3 grid size-11 place-items-center rounded-block bg-raised text-ink">
            <CloseIcon />
            <span className="sr-only">{t('close')}</span>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Broken({ url }: { url: string }) {
  const { t } = useTranslation('admin-reviews');
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
