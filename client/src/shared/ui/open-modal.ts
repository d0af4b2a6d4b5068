/**
 * Opens a modal dialog. While one is open the page does not scroll (main.css). The width of its
 * scrollbar, if it has one, is reserved so that the layout does not shift.
 */
export function openModal(dialog: HTMLDialogElement | null): void {
  if (dialog === null || dialog.open) return;
  const root = document.documentElement;
  root.toggleAttribute('data-scrollbar', window.innerWidth > root.clientWidth);
  dialog.showModal();
}
