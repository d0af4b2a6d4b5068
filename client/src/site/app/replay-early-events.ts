/**
 * Stores the last click on a button, or submission of a form, before the page is hydrated, and replays it
 * afterwards (`data-live`, set in providers.tsx): on a slow network a server-rendered page is used long
 * before. Links, disclosures and popovers work without a script.
 */
export function replayEarlyEvents(page: Document): void {
  let replay: (() => void) | undefined;
  const onClick = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button?.type !== 'button' || button.popoverTargetElement !== null) return;
    event.stopPropagation(); // else a page that is just being hydrated handles it twice
    replay = () => button.click();
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    const form = event.target;
    if (form instanceof HTMLFormElement) replay = () => form.requestSubmit();
  };
  const root = page.documentElement;
  const observer = new MutationObserver(() => {
    observer.disconnect();
    page.removeEventListener('click', onClick, true);
    page.removeEventListener('submit', onSubmit, true);
    replay?.();
  });
  if (root.dataset['live'] !== undefined) return;
  page.addEventListener('click', onClick, true);
  page.addEventListener('submit', onSubmit, true);
  observer.observe(root, { attributeFilter: ['data-live'] });
}
