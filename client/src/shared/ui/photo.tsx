import type { ReactNode } from 'react';
import { renderedAddress, srcSetOf } from './photo-renderings';
import { useDeadPicture } from './use-dead-picture';

/** A picture of the library: its file in the public bucket, its size in pixels, and what of it must stay visible. */
export type PhotoFile = {
  path: string;
  width: number;
  height: number;
  /** A data: URL of a tiny copy, shown blurred until the file is there. */
  placeholder: string | null;
  /** 0 to 1, from the left. */
  focal_x: number;
  /** 0 to 1, from the top. */
  focal_y: number;
};

type Text = { text: string; lang: string; dir: 'ltr' | 'rtl' };

type Props = {
  file: PhotoFile;
  alt: Text;
  /** Whose picture it is; '' for none. */
  credit?: Text;
  /** Displayed width, as the attribute sizes of an img. */
  sizes: string;
  /** True for the picture at the head of a page: it is loaded first. By default it is lazy-loaded. */
  first?: boolean;
  /** Classes of the box, which give it its size: the picture covers it. */
  className: string;
  /** Shown in its place when the file cannot be loaded. Defaults to nothing. */
  fallback?: ReactNode;
};

/**
 * The attribute sizes for the head of a page (photo.css): on a phone a picture of 4:3 covers 21rem of height. Less
 * than that is asked for there, since it fades at its edges.
 */
export const heroSizes = '(min-width: 64rem) max(65vw, 72rem), (min-width: 40rem) 100vw, 80vw';

// In tenths, each a class of photo.css: no style attribute is applied to the HTML of the server.
const focusOf = ({ focal_x: x, focal_y: y }: PhotoFile): string =>
  `photo-x-${Math.round(x * 10)} photo-y-${Math.round(y * 10)}`;

/**
 * A photograph that covers its box around its focal point. The browser chooses among several widths. Until it has
 * loaded a blurred copy is shown; when it fails, the fallback.
 */
export function Photo({ file, alt, credit, sizes, first = false, className, fallback }: Props) {
  const { isDead, watch } = useDeadPicture(file.path);
  if (isDead) return fallback ?? null;
  return (
    <span className={`photo ${focusOf(file)} ${className}`}>
      {file.placeholder !== null && (
        <img src={file.placeholder} alt="" aria-hidden="true" className="photo-blur" />
      )}
      <img
        key={file.path}
        {...watch}
        alt={alt.text}
        lang={alt.lang}
        width={file.width}
        height={file.height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        sizes={sizes}
        srcSet={srcSetOf(file)}
        src={renderedAddress(file.path, Math.min(file.width, 1080))}
      />
      {credit !== undefined && credit.text !== '' && (
        <span className="photo-credit">
          <bdi lang={credit.lang} dir={credit.dir}>
            {credit.text}
          </bdi>
        </span>
      )}
    </span>
  );
}
