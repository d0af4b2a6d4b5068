import { useEffect } from 'react';
import { reloadIfServed } from '@/ui/chunk-error';

const minMs = 1_000;
const maxMs = 30_000;

/**
 * Retries a failed fetch until it succeeds: on the `online` event, and with exponential backoff from 1
 * to 30 s, since `online` may fire before requests succeed. If the server responds but the script still
 * fails, the page is reloaded: some browsers cache the failure, and a release renames the script.
 */
export function useRetryFetch(
  isMissing: boolean,
  fetchIt: () => Promise<unknown>,
  onFetched: () => void,
): void {
  useEffect(() => {
    if (!isMissing) return undefined;
    let isActive = true;
    let delayMs = minMs;
    let timer = 0;
    const schedule = () => {
      window.clearTimeout(timer);
      if (isActive) timer = window.setTimeout(retry, delayMs);
      delayMs = Math.min(2 * delayMs, maxMs);
    };
    const retry = (): void => {
      window.clearTimeout(timer);
      if (!navigator.onLine) return; // the online event calls it again
      const succeed = () => void (isActive && onFetched());
      const fail = async () => void (isActive && !(await reloadIfServed()) && schedule());
      void fetchIt().then(succeed, fail);
    };
    schedule();
    window.addEventListener('online', retry);
    return () => {
      isActive = false;
      window.clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [isMissing, fetchIt, onFetched]);
}
