/** How sharing ended; `closed` is the reader's own change of mind. */
export type Shared = 'shared' | 'copied' | 'closed' | 'failed';

/** Shares by the device's own sheet where there is one, else copies the link. */
export async function share(title: string, url: string): Promise<Shared> {
  // Not every browser has it, whatever the types say.
  if ('share' in navigator) return shareNatively(title, url);
  return (await copied(url)) ? 'copied' : 'failed';
}

async function shareNatively(title: string, url: string): Promise<Shared> {
  try {
    await navigator.share({ title, url });
    return 'shared';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'closed';
    return (await copied(url)) ? 'copied' : 'failed';
  }
}

// The clipboard is closed on pages without TLS, and where the browser was told so.
async function copied(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    return false;
  }
}
