import { useEffect, useState } from 'react';

/** A value once it has held still: what is asked for each letter would be asked in vain. */
export function usePause<T>(value: T, ms = 180): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return still;
}
