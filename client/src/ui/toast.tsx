import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type FocusEvent,
  type MouseEvent,
} from 'react';
import { CloseIcon } from './icons';

/**
 * Where a message leads: a whole address, since messages stand outside the pages. `follow` goes there
 * without leaving the document, where that is possible; the message goes then.
 */
type ToastLink = { label: string; href: string; follow?: () => void };

type Options = {
  links?: ToastLink[];
  /** What can be done about it, once: the message goes when it is done. */
  action?: { label: string; run: () => void };
  /** How long it stays while nobody is at it, in milliseconds; without it, until it is closed. */
  ms?: number;
  /** Runs when it goes, however it does. */
  onGone?: () => void;
};

export type Toast = Options & { id: number; tone: 'good' | 'bad'; text: string };

// A tiny store outside React, so that anything may speak without a context around it.
type State = { toasts: readonly Toast[]; places: readonly string[] };
let state: State = { toasts: [], places: [] };
let nextId = 1;
const listeners = new Set<() => void>();

/**
 * Says something in the corner of the page. It stays until it is closed: no one must hurry to read.
 * What is returned takes it back, once it is no longer true.
 */
export function notify(tone: Toast['tone'], text: string, options: Options = {}): () => void {
  const id = nextId++;
  publish({ toasts: withRoom([...state.toasts, { ...options, id, tone, text }]) });
  return () => dismiss(id);
}

const timedAtOnce = 3;

// Said twice it is said once, by the later one; of those that go by themselves only the last few stand.
function withRoom(all: readonly Toast[]): Toast[] {
  const newest = all.at(-1);
  const isRepeat = (toast: Toast) =>
    toast !== newest && toast.text === newest?.text && toast.tone === newest.tone;
  const timed = all.filter(({ ms }) => ms !== undefined).slice(-timedAtOnce);
  return all.filter(
    (toast) => !isRepeat(toast) && (toast.ms === undefined || timed.includes(toast)),
  );
}

/** Takes a message away. */
function dismiss(id: number): void {
  publish({ toasts: state.toasts.filter((toast) => toast.id !== id) });
}

/** A plain press follows within the document; with a key the browser does what it always does. */
function followOnPress({ id }: Toast, { follow }: ToastLink) {
  return (event: MouseEvent) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (follow === undefined || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    dismiss(id);
    follow();
  };
}

function publish(change: Partial<State>): void {
  const before = state.toasts;
  state = { ...state, ...change };
  for (const listener of listeners) listener();
  for (const toast of before) if (!state.toasts.includes(toast)) toast.onGone?.();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const now = () => state;

/**
 * Where messages appear: once per page, and once more in each dialog, for what is behind a dialog is
 * neither read nor pressed. The place that came last has them all. Its live region exists from the
 * start, else it is not read.
 */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const id = useId();
  const { toasts, places } = useSyncExternalStore(subscribe, now, now);
  useLayoutEffect(() => {
    publish({ places: [...state.places, id] });
    return () => publish({ places: state.places.filter((place) => place !== id) });
  }, [id]);
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-(--toasts,var(--bar,0px)) z-50 flex flex-col items-center gap-2 p-4"
    >
      {places.at(-1) === id &&
        toasts.map((toast) => <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />)}
    </div>
  );
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const edge = toast.tone === 'good' ? 'border-good' : 'border-bad';
  const attention = useAttention(toast);
  const { links = [], action } = toast;
  return (
    <div
      {...attention}
      role={toast.tone === 'bad' ? 'alert' : undefined}
      className={`pointer-events-auto flex w-full max-w-xl items-start gap-3 rounded-block border-s-4 bg-ink px-4 py-3 text-small text-ground rise ${edge}`}
    >
      <div className="grow py-1.5">
        <p>{toast.text}</p>
        {links.map((link) => (
          <a
            key={link.href}
            href={link.href}
            onClick={followOnPress(toast, link)}
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

/** A message with a time stays while somebody points at it or is in it, and gives the focus back. */
function useAttention({ id, ms }: Toast) {
  const card = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cameFrom = useRef<EventTarget>(null);
  const hold = () => clearTimeout(timer.current);
  const go = () => {
    hold();
    if (ms !== undefined) timer.current = setTimeout(() => dismiss(id), ms);
  };
  useEffect(() => {
    go();
    return hold;
    // A message never changes: its time runs once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      const back = cameFrom.current;
      const had = element?.contains(document.activeElement) === true;
      if (had && back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
  }, []);
  return {
    ref: card,
    onPointerEnter: hold,
    onPointerLeave: go,
    onBlur: go,
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      hold();
      if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
    },
  };
}
