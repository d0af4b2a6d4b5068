import { sessionStore } from './storage';

// The messages of Chromium, Safari and Firefox, and of Vite for a style sheet.
const messages =
  /dynamically imported module|importing a module script failed|unable to preload css/i;
const key = 'reloaded-for-missing-part';
const onceWithinMs = 60_000;

/** Whether a chunk failed to load: there is no network, or a release replaced it. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && messages.test(error.message);

/**
 * Like reloadOnChunkError, but only if the server responds. The address bar already shows the page whose
 * chunk is missing, so the reload opens that page.
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
 * Reloads the page, since chunks have other names after a release. At most once a minute and only with a
 * network, so that it cannot loop. Returns whether the page is reloaded.
 */
export function reloadOnChunkError(): boolean {
  if (!navigator.onLine || !claimReload()) return false;
  window.location.reload();
  return true;
}

// Without storage, attempts cannot be counted: the page is not reloaded.
function claimReload(): boolean {
  const last = Number(sessionStore.readText(key) ?? 0);
  return Date.now() - last >= onceWithinMs && sessionStore.write(key, Date.now());
}
