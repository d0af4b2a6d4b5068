type Saved = { open: () => void; save: () => void; close: () => void };

/**
 * Autosaves what a mounted editor holds: also when the network is back and when the page is hidden or left.
 * Returns a function that ends it.
 */
export function startAutosave({ open, save, close }: Saved): () => void {
  const saveIfHidden = () => {
    if (document.hidden) save();
  };
  open();
  window.addEventListener('online', save);
  document.addEventListener('visibilitychange', saveIfHidden);
  return () => {
    window.removeEventListener('online', save);
    document.removeEventListener('visibilitychange', saveIfHidden);
    save();
    close();
  };
}

/** Has the browser ask before the tab is closed, which waits for no request. Returns a function that ends it. */
export function warnBeforeUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
