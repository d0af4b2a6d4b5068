import { useEffect, useRef, type RefObject } from 'react';
import { useMedia } from './use-media';

/**
 * The dialog of a menu that narrow screens have. It closes when the page changes, by the back button
 * too, and when the screen gets wide: hidden but open it would leave the whole page inert.
 */
export function useMenuDialog(page: string, wide: string): RefObject<HTMLDialogElement | null> {
  const menu = useRef<HTMLDialogElement>(null);
  const isWide = useMedia(wide);
  useEffect(() => menu.current?.close(), [page, isWide]);
  return menu;
}
