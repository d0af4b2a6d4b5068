import { useEffect, useId, useLayoutEffect, useRef, type FocusEvent, type MouseEvent } from 'react';
import { createStore, useStore } from './store';
import { CloseIcon } from './icons';

/**
 * A link of a toast, with a full address. `follow` navigates on the client instead, and dismisses the
 * toast.
 */
type ToastLink = { label: string; href: string; follow?: () => void };

type Options = {
  /** Subject: the next toast about the same replaces it. */
  about?: string;
  links?: ToastLink[];
  /** A button that runs once and dismisses the toast. */
  action?: { label: string; run: () => void };
  /** Time that it is shown, in milliseconds; the timer stops on hover and focus. Without it, until closed. */
  ms?: number;
  /** Called when the toast is removed, for any reason. */
  onRemoved?: () => void;
};

export type Toast = Options & { id: number; tone: 'good' | 'bad'; text: string };

// A store outside React, so that code without a context can show a toast. `places` are the mounted
// <Toasts>, the newest last.
type State = { toasts: readonly Toast[]; places: readonly string[] };
const store = createStore<State>({ toasts: [], places: [] });
let nextId = 1;

/**
 * Shows a toast. It stays until it is closed, unless `ms` is given. Returns its removal.
 */
export function notify(tone: Toast['tone'], text: string, options: Options = {}): () => void {
  const id = nextId++;
  publish({ toasts: limited([...store.get().toasts, { ...options, id, tone, text }]) });
  return () => dismiss(id);
}

const maxTimed = 3;

// A repeated toast, and one about the same, replaces the earlier one; of the timed ones only the newest stay.
function limited(all: readonly Toast[]): Toast[] {
  const newest = all.at(-1);
  const isRepeat = (toast: Toast) =>
    toast !== newest &&
    ((toast.text === newest?.text && toast.tone === newest.tone) ||
      (toast.about !== undefined && toast.about === newest?.about));
  const timed = all.filter(({ ms }) => ms !== undefined).slice(-maxTimed);
  return all.filter(
    (toast) => !isRepeat(toast) && (toast.ms === undefined || timed.includes(toast)),
  );
}

/** Removes the toast about something: what it said is no longer true. */
export function withdraw(about: string): void {
  publish({ toasts: store.get().toasts.filter((toast) => toast.about !== about) });
}

function dismiss(id: number): void {
  publish({ toasts: store.get().toasts.filter((toast) => toast.id !== id) });
}

/** A plain click navigates on the client; with a modifier key the browser opens the link. */
function followOnClick({ id }: Toast, { follow }: ToastLink) {
  return (event: MouseEvent) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (follow === undefined || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    dismiss(id);
    follow();
  };
}

function publish(change: Partial<State>): void {
  const before = store.get().toasts;
  store.set({ ...store.get(), ...change });
  const { toasts } = store.get();
  for (const toast of before) if (!toasts.includes(toast)) toast.onRemoved?.();
}

type Props = {
  closeLabel: string;
  /**
   * At the top where the buttons of a form are at the bottom. A bulk bar moves them to the top too. `content` is in a
   * drawer, over its content below the buttons of languages; `beside` is beside the drawer where there is room. Toasts
   * come while somebody writes: they never move what is there, and cover no button that is always in sight.
   */
  at?: 'top' | 'bottom' | 'content' | 'beside';
};

const content =
  'absolute inset-x-0 top-0 max-h-[60%] overflow-y-auto p-2 max-lg:[:has(.form-languages)>&]:top-15';

const sides = {
  top: 'fixed inset-x-0 top-0 p-4',
  bottom:
    'fixed inset-x-0 bottom-(--toasts,var(--bar,0px)) p-4 [body:has(.bulk-bar)_&]:top-0 [body:has(.bulk-bar)_&]:bottom-auto',
  content,
  beside: `${content} lg:fixed lg:start-0 lg:end-(--drawer) lg:top-auto lg:bottom-0 lg:p-4`,
};

/**
 * Region in which toasts appear: once per page and once in each dialog, since the page behind a dialog is inert.
 * The one that was mounted last shows them all. Its live region exists from the start, else screen
 * readers do not announce it.
 */
export function Toasts({ closeLabel, at = 'bottom' }: Props) {
  const id = useId();
  const { toasts, places } = useStore(store);
  useLayoutEffect(() => {
    publish({ places: [...store.get().places, id] });
    return () => publish({ places: store.get().places.filter((place) => place !== id) });
  }, [id]);
  return (
    <div
      aria-live="polite"
      className={`pointer-events-none z-50 flex flex-col items-center gap-2 print:hidden ${sides[at]}`}
    >
      {places.at(-1) === id &&
        toasts.map((toast) => <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />)}
    </div>
  );
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const edge = toast.tone === 'good' ? 'border-good' : 'border-bad';
  const handlers = useTimeout(toast);
  const { links = [], action } = toast;
  return (
    <div
      {...handlers}
      role={toast.tone === 'bad' ? 'alert' : undefined}
      className={`pointer-events-auto flex w-full max-w-xl items-start gap-3 rounded-block border-s-4 bg-ink px-4 py-3 text-small text-ground rise ${edge}`}
    >
      <div className="grow py-1.5">
        <p>{toast.text}</p>
        {links.map((link) => (
          <a
            key={link.href}
            href={link.href}
            onClick={followOnClick(toast, link)}
            className="me-5 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {link.label}
          </a>
        ))}
      </div>
      {action !== undefined && (
        <button
          type="button"
          className="-my-1 min-h-11 shrink-0 px-2 font-medium underline underline-offset-4"
          onClick={() => {
            dismiss(toast.id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
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

/** Dismisses a timed toast; hover and focus stop its timer. Restores the focus after the removal. */
function useTimeout({ id, ms }: Toast) {
  const card = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const focusedBefore = useRef<EventTarget>(null);
  const stop = () => clearTimeout(timer.current);
  const start = () => {
    stop();
    if (ms !== undefined) timer.current = setTimeout(() => dismiss(id), ms);
  };
  useEffect(() => {
    start();
    return stop;
    // A toast never changes: its timer starts once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      const back = focusedBefore.current;
      const had = element?.contains(document.activeElement) === true;
      if (had && back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
  }, []);
  return {
    ref: card,
    onPointerEnter: stop,
    onPointerLeave: start,
    onBlur: start,
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      stop();
      if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget;
    },
  };
}
