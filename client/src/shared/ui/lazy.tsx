import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';

/**
 * Lazy-loads a component after its first mount. Unlike React.lazy it does not suspend, so server-rendered
 * HTML stays, and a failed load is retried on the next mount. The placeholder is shown meanwhile; after a
 * failure `Failed` is shown, by default the placeholder; its `onRetry` loads again. `preload` loads it before it is
 * needed.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
  Failed: ComponentType<P & { onRetry: () => void }> = () => placeholder,
): ComponentType<P> & { preload: () => void } {
  let loaded: ComponentType<P> | undefined;
  const loadOnce = async () => (loaded ??= await load());
  function Lazy(props: P) {
    const [Shown, setShown] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    const retry = useCallback(() => setFailed(false), []);
    useEffect(() => {
      if (Shown !== undefined || hasFailed) return;
      loadOnce().then(
        (component) => setShown(() => component),
        () => setFailed(true),
      );
    }, [Shown, hasFailed]);
    if (Shown !== undefined) return <Shown {...props} />;
    return hasFailed ? <Failed {...props} onRetry={retry} /> : placeholder;
  }
  Lazy.preload = () => void loadOnce().catch(() => undefined);
  return Lazy;
}

/** The code of sections that a render has begun to load. */
const loads = new Set<Promise<unknown>>();

/**
 * Lazy-loads a section whose HTML the server renders: React hydrates it when its code is loaded. The placeholder is
 * shown where there is no such HTML, and after a failed load. Not for sections with controls: a press before is lost.
 */
export function lazySection<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode,
): ComponentType<P> {
  const Section = lazy(() => {
    const loading = load()
      .catch((): ComponentType<P> => () => placeholder)
      .then((Loaded) => ({ default: Loaded }));
    loads.add(loading);
    return loading;
  });
  return (props: P) => (
    <Suspense fallback={placeholder}>
      <Section {...props} />
    </Suspense>
  );
}

/** Waits for the code of sections that a render lacked. False if it lacked none. */
export async function loadSections(): Promise<boolean> {
  const lacked = [...loads];
  loads.clear();
  await Promise.all(lacked);
  return lacked.length > 0;
}
