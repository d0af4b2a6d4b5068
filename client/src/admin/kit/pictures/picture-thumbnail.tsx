import { useState } from 'react';
import { ImageOff } from 'lucide-react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { altOf, pictureAddress, renderedAddress, type Picture } from './picture';

type Props = { picture: Picture; className?: string };

const width = 480; // pixels: twice the width of a card

/** A picture in a small frame. If the server cannot render it, the file itself is shown; without it, words say so. */
export function PictureThumbnail({ picture, className = '' }: Props) {
  const { t } = useTranslation('admin-pictures');
  const language = useLanguage();
  const [failed, setFailed] = useState<string>();
  const { path, width: own, height } = picture;
  const tries = [renderedAddress(picture, width), pictureAddress(picture)];
  const src = failed === undefined ? tries[0] : tries[tries.indexOf(failed) + 1];
  return (
    <span className={`grid place-items-center overflow-hidden bg-soil ${className}`}>
      {src === undefined || failed === tries[1] ? (
        <span className="grid place-items-center gap-1 p-1 text-center text-label text-bad">
          <ImageOff aria-hidden="true" className="size-4" />
          {t('preview.file')}
        </span>
      ) : (
        <img
          key={path}
          src={src}
          alt={altOf(picture, language)}
          width={own}
          height={height}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(src)}
          className="size-full object-contain"
        />
      )}
    </span>
  );
}
