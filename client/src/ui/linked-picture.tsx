import { useState, type ReactNode } from 'react';

type Props = {
  /** The address of the picture, perhaps on another site. */
  src: string;
  alt: string;
  lang?: string;
  /** Pixels: the proportions of its box, so that nothing moves when it is loaded. */
  width: number;
  height: number;
  className: string;
  /** Shown in its place when it cannot be loaded. */
  fallback: ReactNode;
};

/** A picture that somebody has given by its address. It may be gone: then the fallback is shown. Lazy-loaded. */
export function LinkedPicture({ src, fallback, ...image }: Props) {
  const [failed, setFailed] = useState<string>();
  if (failed === src) return fallback;
  const fail = () => setFailed(src);
  // A picture of the server's HTML may have failed before hydration.
  const checkLoaded = (element: HTMLImageElement | null) => {
    if (element?.complete === true && element.currentSrc !== '' && element.naturalWidth === 0) {
      fail();
    }
  };
  // alt is among the attributes.
  // oxlint-disable-next-line jsx-a11y/alt-text
  return <img {...image} ref={checkLoaded} src={src} onError={fail} loading="lazy" />;
}
