import { useEffect } from 'react';

const patienceMs = 5000;

/**
 * Opens an address as soon as the server answers for it: asks when the network is back, and every 5 s,
 * since a network is often back for a moment before it is of any use.
 */
export function useWayBack(address: string | undefined): void {
  useEffect(() => {
    if (address === undefined) return undefined;
    const tryOn = () => void isServed(address).then((served) => served && goTo(address));
    const timer = setInterval(tryOn, patienceMs);
    window.addEventListener('online', tryOn);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryOn);
    };
  }, [address]);
}

/** Opens an address in place of the page that stood in for it. */
export const goTo = (address: string): void => window.location.replace(address);

// The worker does not answer HEAD: it is the server that does.
async function isServed(address: string): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    return answer.status < 500;
  } catch {
    return false;
  }
}
