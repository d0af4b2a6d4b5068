/**
 * Keeps the last press of a button, or of Enter in a form, for which nobody listens yet, and repeats it
 * when the page is live (`data-live`, of which providers.tsx tells): on a slow network a page is read,
 * and its forms are filled in, long before. Links, disclosures and popovers work by themselves.
 */
export function replayEarlyEvents(page: Document): void {
  let again: (() => void) | undefined;
  const press = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button?.type !== 'button' || button.popoverTargetElement !== null) return;
    event.stopPropagation(); // else a page that is nearly live hears it now and then again
    again = () => button.click();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    const form = event.target;
    if (form instanceof HTMLFormElement) again = () => form.requestSubmit();
  };
  const root = page.documentElement;
  const answer = new MutationObserver(() => {
    answer.disconnect();
    page.removeEventListener('click', press, true);
    page.removeEventListener('submit', submit, true);
    again?.();
  });
  if (root.dataset['live'] !== undefined) return;
  page.addEventListener('click', press, true);
  page.addEventListener('submit', submit, true);
  answer.observe(root, { attributeFilter: ['data-live'] });
}
