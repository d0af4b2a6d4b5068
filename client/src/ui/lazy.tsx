import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * Lazy-loads a component after its first mount. Unlike React.lazy it does not suspend, so prerendered
 * HTML stays, and a failed load is retried on the next mount. The placeholder is shown meanwhile; after a
 * failure `Failed` is shown, by default the placeholder. `preload` loads it before it is needed.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
  Failed: ComponentType<P> = () => placeholder,
): ComponentType<P> & { preload: () => void } {
  let loaded: ComponentType<P> | undefined;
  const loadOnce = async () => (loaded ??= await load());
  function Lazy(props: P) {
    const [Shown, setShown] = useState(() => loaded);
    useEffect(() => {
      if (Shown !== undefined) return;
      loadOnce().then(
        (component) => setShown(() => component),
        () => setShown(() => Failed),
      );
    }, [Shown]);
    return Shown === undefined ? placeholder : <Shown {...props} />;
  }
  Lazy.preload = () => void loadOnce().catch(() => undefined);
  return Lazy;
}
