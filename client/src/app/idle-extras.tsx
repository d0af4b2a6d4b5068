import { useEffect, useState, type ComponentType } from 'react';
import { whenIdle } from './when-idle';

/** Shows the extras once they are here. Nobody misses them who cannot get them. */
export function IdleExtras() {
  const [Extras, setExtras] = useState<ComponentType>();
  useEffect(() => {
    whenIdle(() => {
      import('./extras').then(
        (module) => setExtras(() => module.Extras),
        () => undefined,
      );
    });
  }, []);
  return Extras === undefined ? null : <Extras />;
}
