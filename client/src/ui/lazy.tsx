import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * Lazy-loads a component after its first mount. Unlike React.lazy it does not suspend, so prerendered
 * HTML stays. The placeholder is shown meanwhile; a failed load is silent and retried on the next mount.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [Loaded, setLoaded] = useState(() => loaded);
    useEffect(() => {
      if (Loaded !== undefined) return;
      const show = async () => {
        loaded = await load();
        setLoaded(() => loaded);
      };
      show().catch(() => undefined);
    }, [Loaded]);
    return Loaded === undefined ? placeholder : <Loaded {...props} />;
  };
}
