import type { ReactNode } from 'react';
import { useDeadPicture } from './use-dead-picture';

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
  const { isDead, watch } = useDeadPicture(src);
  if (isDead) return fallback;
  // alt is among the attributes.
  // oxlint-disable-next-line jsx-a11y/alt-text
  return <img {...image} {...watch} src={src} loading="lazy" />;
}
