import { useEffect, useState } from 'react';

/** A value once it has not changed for `ms` milliseconds (debounce). */
export function useDebouncedValue<T>(value: T, ms = 180): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}
