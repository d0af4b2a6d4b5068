/** The result of sharing; `closed` means that the user cancelled. */
export type Shared = 'shared' | 'copied' | 'closed' | 'failed';

/** Shares with the Web Share API if available, else copies the link. */
export async function share(title: string, url: string): Promise<Shared> {
  // The types claim that every browser has it.
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

// The clipboard is not available without TLS or without permission.
async function copied(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    return false;
  }
}
