import { useState } from 'react';
import { ImageOff } from 'lucide-react';
import { useTranslation } from '@/shared/i18n';
import { LinkedPicture } from '@/shared/ui/linked-picture';

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

/** As large as the picture, so that nothing moves when it is there. */
function Plate({ bad = false, children }: { bad?: boolean; children: string }) {
  return (
    <p
      role="status"
      className={`grid aspect-20/13 w-full place-items-center border border-dashed p-4 text-center text-small ${bad ? 'border-bad text-bad' : 'border-edge text-muted'}`}
    >
      {children}
    </p>
  );
}

/** The thumbnail of a row; a mark that says so if its picture is dead. */
export function Thumbnail({ src }: { src: string | null }) {
  const { t } = useTranslation('admin-pictures');
  if (src === null || src === '') return null;
  return (
    <span className="block h-10 w-14 shrink-0 overflow-hidden border border-line bg-soil">
      <LinkedPicture
        src={src}
        alt=""
        width={56}
        height={40}
        className="size-full object-cover"
        fallback={
          <span title={t('preview.broken')} className="grid size-full place-items-center">
            <ImageOff aria-hidden="true" className="size-4 text-bad" />
            <span className="sr-only">{t('preview.broken')}</span>
          </span>
        }
      />
    </span>
  );
}
