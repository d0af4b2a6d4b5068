import { useState, type ReactNode } from 'react';

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
  /** How wide it is shown, as the attribute sizes of an img. */
  sizes: string;
  /** True for the picture at the head of a page: it is loaded first. By default it is lazy-loaded. */
  first?: boolean;
  /** Classes of the box, which give it its size: the picture covers it. */
  className: string;
  /** Shown in its place when the file cannot be loaded. Defaults to nothing. */
  fallback?: ReactNode;
};

// Pixels. Each is rendered once by the server and kept.
const widths = [360, 640, 960, 1280, 1920];
const widest = 1920;

/** The address of a rendering, as wide as given. */
const renderedAddress = (path: string, width: number): string =>
  `/storage/v1/render/image/public/media/${path}?width=${width}`;

/** The addresses of all renderings, for the attribute srcset: none is larger than the file. */
export function srcSetOf({ path, width }: Pick<PhotoFile, 'path' | 'width'>): string {
  const shown = [
    ...widths.filter((each) => each < Math.min(width, widest)),
    Math.min(width, widest),
  ];
  return shown.map((each) => `${renderedAddress(path, each)} ${each}w`).join(', ');
}

/** The widest rendering, with its size in pixels. */
export function largestOf({ path, width, height }: PhotoFile) {
  const shown = Math.min(width, widest);
  return {
    src: renderedAddress(path, shown),
    width: shown,
    height: Math.round((height * shown) / width),
  };
}

// In tenths, each a class of photo.css: no style attribute is applied to the HTML of the server.
const focusOf = ({ focal_x: x, focal_y: y }: PhotoFile): string =>
  `photo-x-${Math.round(x * 10)} photo-y-${Math.round(y * 10)}`;

/**
 * A photograph that covers its box around its focal point. The browser chooses among several widths. Until it has
 * loaded a blurred copy is shown; when it fails, the fallback.
 */
export function Photo({ file, alt, credit, sizes, first = false, className, fallback }: Props) {
  const [failed, setFailed] = useState<string>();
  if (failed === file.path) return fallback ?? null;
  const fail = () => setFailed(file.path);
  // A picture of the server's HTML may have failed before hydration.
  const checkLoaded = (image: HTMLImageElement | null) => {
    if (image?.complete === true && image.currentSrc !== '' && image.naturalWidth === 0) fail();
  };
  return (
    <span className={`photo ${focusOf(file)} ${className}`}>
      {file.placeholder !== null && (
        <img src={file.placeholder} alt="" aria-hidden="true" className="photo-blur" />
      )}
      <img
        key={file.path}
        ref={checkLoaded}
        alt={alt.text}
        lang={alt.lang}
        width={file.width}
        height={file.height}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        sizes={sizes}
        srcSet={srcSetOf(file)}
        src={renderedAddress(file.path, Math.min(file.width, 960))}
        onError={fail}
      />
      {credit !== undefined && credit.text !== '' && (
        <span lang={credit.lang} dir={credit.dir} className="photo-credit">
          {credit.text}
        </span>
      )}
    </span>
  );
}
