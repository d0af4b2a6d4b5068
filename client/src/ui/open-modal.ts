/**
 * Opens a modal dialog. While one is open the page does not scroll (main.css), and the place of its
 * scrollbar is kept, so that nothing moves; where there was no scrollbar there is no place to keep.
 */
export function openModal(dialog: HTMLDialogElement | null): void {
  if (dialog === null || dialog.open) return;
  const root = document.documentElement;
  root.toggleAttribute('data-scrollbar', window.innerWidth > root.clientWidth);
  dialog.showModal();
}
