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

function claim(): boolean {
  try {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < onceWithinMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    return false; // without storage nobody could tell the first time from the tenth
  }
}
