import { sessionStore } from './storage';

// As Chromium, Safari and Firefox word it, and Vite for a style sheet.
const wordings =
  /dynamically imported module|importing a module script failed|unable to preload css/i;
const key = 'reloaded-for-missing-part';
const onceWithinMs = 60_000;

/** Whether a part of the program could not be fetched: the network is gone, or a release replaced it. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && wordings.test(error.message);

/**
 * As reloadOnChunkError, where the network is in doubt: only if the server answers. The address is by
 * then that of the page whose part is missing, so it is that page that opens.
 */
export async function reloadIfServed(): Promise<boolean> {
  try {
    const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' });
    return answer.ok && reloadOnChunkError();
  } catch {
    return false;
  }
}

/**
 * Opens the page anew, since after a release its parts have other names. Once a minute at most and only
 * with a network, so that it neither circles nor loses what is shown. Says whether it does.
 */
export function reloadOnChunkError(): boolean {
  if (!navigator.onLine || !claim()) return false;
  window.location.reload();
  return true;
}

// Without storage the first time could not be told from the tenth: nothing is reloaded then.
function claim(): boolean {
  const last = Number(sessionStore.readText(key) ?? 0);
  return Date.now() - last >= onceWithinMs && sessionStore.write(key, Date.now());
}
