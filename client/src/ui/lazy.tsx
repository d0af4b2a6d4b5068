import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * A part of a page that loads when it is first shown, for what no first paint needs. Until it is here
 * there is nothing in its place, or what keeps it free, and nobody is told who cannot get it: it is
 * asked for anew the next time.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  place: ReactNode = null,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function Later(props: P) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part !== undefined) return;
      const show = async () => {
        loaded = await load();
        setPart(() => loaded);
      };
      show().catch(() => undefined);
    }, [Part]);
    return Part === undefined ? place : <Part {...props} />;
  };
}
