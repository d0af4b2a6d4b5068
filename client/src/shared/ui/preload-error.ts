import { sessionStore } from '@/shared/api/storage';

const key = 'reloaded-for-missing-part';
const onceWithinMs = 60_000;

/**
 * Reloads the page where Vite reports that a script or a stylesheet could not be loaded: a release has replaced it, or
 * the browser keeps an import that failed (Chromium since 148). Only if the server answers, at most once a minute, so
 * that it cannot loop, and if `mayReload`; else the view that waits for the part shows the failure.
 */
export function reloadOnPreloadError(mayReload: () => boolean = () => true): void {
  window.addEventListener('vite:preloadError', () => {
    void reloadIfServed(mayReload);
  });
}

async function reloadIfServed(mayReload: () => boolean): Promise<void> {
  if ((await isServed()) && mayReload() && claimReload()) window.location.reload();
}

async function isServed(): Promise<boolean> {
  try {
    return (await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

// Without storage, attempts cannot be counted: the page is not reloaded.
function claimReload(): boolean {
  const last = Number(sessionStore.readText(key) ?? 0);
  return Date.now() - last >= onceWithinMs && sessionStore.write(key, Date.now());
}
