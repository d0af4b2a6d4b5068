import type { ReactNode } from 'react';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from './load-failure';

/** A picture, or a video with its poster. */
export type LightboxSlide = {
  src: string;
  /** Pixels; not known of a picture at another address. */
  width?: number;
  height?: number;
  /** The alt text; '' if the title is enough. */
  alt: string;
  title?: string;
  /** Below the title: a sentence, a link. */
  text?: ReactNode;
  /** YouTube id: the picture becomes its poster. */
  video?: string;
};

export type LightboxProps = {
  slides: LightboxSlide[];
  /** The first slide to show. */
  index: number;
  onClose: () => void;
};

/**
 * A full-screen lightbox for both reading directions; arrows, Escape, + and - work, and the focus
 * returns to the opener. Render it only while it is open: its code is lazy-loaded, and a failed load
 * shows a toast.
 */
export const Lightbox = lazyComponent(
  () => import('./lightbox-viewer').then((m) => m.LightboxViewer),
  null,
  LoadFailure,
);
