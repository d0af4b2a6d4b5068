import { useEffect, useState } from 'react';

/** Of several calls of `run`, only the last runs its work, after `ms` milliseconds without another call. */
export class Debounce {
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly run = (work: () => void, ms: number): void => {
    this.cancel();
    this.#timer = setTimeout(work, ms);
  };

  readonly cancel = (): void => clearTimeout(this.#timer);
}

/** A debounced value: once it has not changed for `ms` milliseconds. */
export function useDebouncedValue<T>(value: T, ms = 180): T {
  const [debounced, setDebounced] = useState(value);
  const [debounce] = useState(() => new Debounce());
  useEffect(() => {
    debounce.run(() => setDebounced(value), ms);
    return debounce.cancel;
  }, [debounce, value, ms]);
  return debounced;
}
