import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from './toast';

/** A picture, or a film behind its picture. */
export type LightboxSlide = {
  src: string;
  /** Read instead of the picture; '' where the title says it all. */
  alt: string;
  title?: string;
  /** Below the title: a sentence, a link. */
  text?: ReactNode;
  /** YouTube id: the picture becomes its poster. */
  video?: string;
};

export type LightboxProps = {
  slides: LightboxSlide[];
  /** The picture to begin with. */
  index: number;
  onClose: () => void;
};

/**
 * Pictures over the whole screen, in either direction of reading; arrows, Escape and + and - work, and
 * the focus goes back to what opened it. Render it only while it is open: its code comes with the first
 * use, and where that fails the reader is told and nothing opens.
 */
export function Lightbox(props: LightboxProps) {
  const viewer = useViewer(props.onClose);
  return viewer === undefined ? null : createElement(viewer, props);
}

// Outside React: the network.
function useViewer(onFailure: () => void): ComponentType<LightboxProps> | undefined {
  const { t } = useTranslation();
  const [viewer, setViewer] = useState<{ view: ComponentType<LightboxProps> }>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    import('./lightbox-viewer').then(
      ({ LightboxViewer }) => setViewer({ view: LightboxViewer }),
      () => setFailed(true),
    );
  }, []);
  useEffect(() => {
    if (!failed) return;
    notify('bad', t('failure.network'));
    onFailure();
  }, [failed, onFailure, t]);
  return viewer?.view;
}
