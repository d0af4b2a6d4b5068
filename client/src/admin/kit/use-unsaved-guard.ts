import { useEffect, useEffectEvent } from 'react';
import { hasUnsaved, setDirty } from './unsaved';
import { useConfirmLeave } from './use-confirm-leave';

/**
 * While `unsaved`, links within the site ask for confirmation, and so does the browser before the tab is
 * closed. Back is not blocked: a form with a draft restores it. `onDiscard` is called when the user leaves.
 */
export function useUnsavedGuard(unsaved: boolean, onDiscard: () => void = () => {}): void {
  const leave = useConfirmLeave();
  const discard = useEffectEvent(onDiscard);
  const onLink = useEffectEvent((event: MouseEvent) => {
    const link = linkThatLeaves(event);
    if (link === undefined || !hasUnsaved()) return; // already confirmed
    event.preventDefault();
    event.stopPropagation();
    void leave(() => link.click());
  });
  useEffect(() => {
    if (!unsaved) return undefined;
    const saved = setDirty(() => discard());
    // In the capture phase: before the router handles the click.
    document.addEventListener('click', onLink, { capture: true });
    window.addEventListener('beforeunload', preventUnload);
    return () => {
      saved();
      document.removeEventListener('click', onLink, { capture: true });
      window.removeEventListener('beforeunload', preventUnload);
    };
  }, [unsaved]);
}

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The link of a click that would leave this page; not for a new tab or a download. */
function linkThatLeaves(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined;
  const link = target instanceof Element ? target.closest('a') : null;
  if (link === null || link.href === '' || link.hasAttribute('download')) return undefined;
  const isWeb = /^https?:$/.test(link.protocol);
  const stays = link.target !== '' && link.target !== '_self';
  const isHere = link.origin + link.pathname === window.location.origin + window.location.pathname;
  return isWeb && !stays && !isHere ? link : undefined;
}
