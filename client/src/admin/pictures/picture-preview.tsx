import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  /** The URL as typed; '' for none. */
  src: string;
};

/** The preview of a picture URL, or an error. */
export function PicturePreview({ src }: Props) {
  const { t } = useTranslation('admin-pictures');
  return (
    <figure aria-label={t('preview.label')} className="w-full max-w-72">
      {src === '' ? (
        <Plate>{t('preview.none')}</Plate>
      ) : (
        <Loaded key={src} src={src} /> // a new URL resets the state
      )}
    </figure>
  );
}

function Loaded({ src }: Props) {
  const { t } = useTranslation('admin-pictures');
  const [state, setState] = useState<'loading' | 'there' | 'broken'>('loading');
  return (
    <>
      {state !== 'there' && <Plate bad={state === 'broken'}>{t(`preview.${state}`)}</Plate>}
      {state !== 'broken' && (
        <img
          src={src}
          alt=""
          onLoad={() => setState('there')}
          onError={() => setState('broken')}
          className={`aspect-20/13 w-full border border-line bg-night object-cover ${state === 'there' ? '' : 'hidden'}`}
        />
      )}
    </>
  );
}

function Plate({ bad = false, children }: { bad?: boolean; children: string }) {
  return (
    <p
      role="status"
      className={`grid min-h-24 w-full place-items-center border border-dashed p-4 text-center text-small ${bad ? 'border-bad text-bad' : 'border-edge text-muted'}`}
    >
      {children}
    </p>
  );
}

/** The thumbnail of a row; blank if the image is broken. */
export function Thumbnail({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string>();
  if (src === null || src === '') return null;
  return (
    <span className="block h-10 w-14 shrink-0 overflow-hidden border border-line bg-soil">
      {broken !== src && (
        <img
          src={src}
          alt=""
          loading="lazy"
          width={56}
          height={40}
          onError={() => setBroken(src)}
          className="size-full object-cover"
        />
      )}
    </span>
  );
}
