/**
 * Remembers where the focus is, and gives the function that brings it back there. Where that place is
 * gone (its row was deleted), the focus goes to the content, not to the top of the document.
 */
export function comesBack(): () => void {
  const was = document.activeElement;
  return () => {
    const place = was instanceof HTMLElement && was.isConnected ? was : mainContent();
    place?.focus({ preventScroll: true });
  };
}

const mainContent = () => document.querySelector<HTMLElement>('main');
