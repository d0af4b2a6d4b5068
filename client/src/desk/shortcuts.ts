import { useEffect, useEffectEvent } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

/**
 * A key of the current screen, off while somebody types. `label` says what it does; without `run` it
 * is not offered now. Of two with one key the one that came last answers.
 */
export function useShortcut(key: string, _label: string, run: (() => void) | undefined): void {
  const offered = run !== undefined;
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || event.defaultPrevented) return;
    event.preventDefault();
    run?.();
  });
  useEffect(() => {
    if (!offered) return undefined;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [offered]);
}
