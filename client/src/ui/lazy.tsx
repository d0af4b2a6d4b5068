import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * Lazy-loads a component after its first mount. Unlike React.lazy it does not suspend, so prerendered
 * HTML stays, and a failed load is retried on the next mount. The placeholder is shown meanwhile; after a
 * failure `Failed` is shown, by default the placeholder.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
  Failed: ComponentType<P> = () => placeholder,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [Shown, setShown] = useState(() => loaded);
    useEffect(() => {
      if (Shown !== undefined) return;
      const show = async () => {
        loaded = await load();
        setShown(() => loaded);
      };
      show().catch(() => setShown(() => Failed));
    }, [Shown]);
    return Shown === undefined ? placeholder : <Shown {...props} />;
  };
}
