import { useEffect } from 'react';
import { reloadIfServed } from '../../ui/chunk-error';

const firstMs = 1_000;
const longestMs = 30_000;

/**
 * Fetches what did not arrive until it is here: as soon as the browser says that there is a network, and
 * later again, for it says so before anything can pass. Silently, with pauses from 1 to 30 s. Where the
 * server answers and the script still does not come, the page opens anew: some browsers remember a
 * script that failed, and a release gives it another name.
 */
export function useFetchAgain(
  isMissing: boolean,
  fetchIt: () => Promise<unknown>,
  onFetched: () => void,
): void {
  useEffect(() => {
    if (!isMissing) return undefined;
    let isWanted = true;
    let pauseMs = firstMs;
    let timer = 0;
    const wait = () => {
      window.clearTimeout(timer);
      if (isWanted) timer = window.setTimeout(again, pauseMs);
      pauseMs = Math.min(2 * pauseMs, longestMs);
    };
    const again = (): void => {
      window.clearTimeout(timer);
      if (!navigator.onLine) return; // its event begins anew
      const arrive = () => void (isWanted && onFetched());
      const fail = async () => void (isWanted && !(await reloadIfServed()) && wait());
      void fetchIt().then(arrive, fail);
    };
    wait();
    window.addEventListener('online', again);
    return () => {
      isWanted = false;
      window.clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [isMissing, fetchIt, onFetched]);
}
