import { useSyncExternalStore } from 'react';
import { CloseIcon } from './icons';

/** Where a message leads: a whole address, since messages stand outside the pages. */
export type ToastLink = { label: string; href: string };
export type Toast = { id: number; tone: 'good' | 'bad'; text: string; links: ToastLink[] };

// A tiny store outside React, so that anything may speak without a context around it.
let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/**
 * Says something in the corner of the page. It stays until it is closed: no one must hurry to read.
 * What is returned takes it back, once it is no longer true.
 */
export function notify(tone: Toast['tone'], text: string, links: ToastLink[] = []): () => void {
  const id = nextId++;
  publish([...toasts, { id, tone, text, links }]);
  return () => dismiss(id);
}

/** Takes a message away. */
function dismiss(id: number): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where messages appear; once per page. Its live region exists from the start, else it is not read. */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const all = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  );
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-(--bar,0px) z-50 flex flex-col items-center gap-2 p-4"
    >
      {all.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </div>
  );
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const edge = toast.tone === 'good' ? 'border-good' : 'border-bad';
  return (
    <div
      role={toast.tone === 'bad' ? 'alert' : undefined}
      className={`pointer-events-auto flex w-full max-w-xl items-start gap-3 rounded-block border-s-4 bg-ink px-4 py-3 text-small text-ground rise ${edge}`}
    >
      <div className="grow py-1.5">
        <p>{toast.text}</p>
        {toast.links.map(({ label, href }) => (
          <a
            key={href}
            href={href}
            className="me-5 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {label}
          </a>
        ))}
      </div>
      <button
        type="button"
        aria-label={closeLabel}
        className="grid size-9 shrink-0 place-items-center"
        onClick={() => dismiss(toast.id)}
      >
        <CloseIcon />
      </button>
    </div>
  );
}
