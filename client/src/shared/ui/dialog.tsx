import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { CloseIcon } from './icons';
import { openModal } from './open-modal';
import { Toasts } from './toast';

type Props = {
  open: boolean;
  /** Called for Escape, the backdrop and the close button alike. */
  onClose: () => void;
  title: string;
  closeLabel: string;
  children: ReactNode;
  className?: string;
};

/** A native modal dialog: the browser handles focus, Escape and the inert page. */
export function Dialog({ open, onClose, title, closeLabel, children, className = '' }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) openModal(dialog.current);
    else dialog.current?.close();
  }, [open]);
  // A dialog that is unmounted while it is open: the browser restores the focus only if it is closed before
  // its element is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      // React bubbles the event of a dialog that is opened within this one.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
      closedby="any"
      className={`m-auto max-h-dvh w-full max-w-3xl rounded-block bg-raised p-0 text-ink backdrop:bg-night/80 ${open ? 'prints-alone' : ''} ${className}`}
    >
      {open && (
        <>
          <header className="flex items-start justify-between gap-4 p-5">
            <h2 className="display text-title">{title}</h2>
            <button
              type="button"
              aria-label={closeLabel}
              className="grid size-11 shrink-0 place-items-center print:hidden"
              onClick={onClose}
            >
              <CloseIcon />
            </button>
          </header>
          <div className="px-5 pb-6">{children}</div>
          {/* The page's own toasts are inert behind the dialog. */}
          <Toasts closeLabel={closeLabel} at="top" />
        </>
      )}
    </dialog>
  );
}
