import { useEffect } from 'react';

const pollMs = 5000;

/**
 * Opens a URL as soon as the server responds: tries on the `online` event and every 5 s, since `online`
 * may fire before requests succeed.
 */
export function useOpenWhenOnline(url: string | undefined): void {
  useEffect(() => {
    if (url === undefined) return undefined;
    const attempt = () => void isServed(url).then((served) => served && replaceUrl(url));
    const timer = setInterval(attempt, pollMs);
    window.addEventListener('online', attempt);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', attempt);
    };
  }, [url]);
}

/** Replaces the offline page by a URL. */
export const replaceUrl = (url: string): void => window.location.replace(url);

// The service worker ignores HEAD, so the response is the server's.
async function isServed(url: string): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const response = await fetch(url, { method: 'HEAD', cache: 'no-store' });
    return response.status < 500;
  } catch {
    return false;
  }
}
