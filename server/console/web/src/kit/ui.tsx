import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { ApiError } from './api.ts';
import { t } from '@/texts.ts';

/**
 * A modal dialog of the browser: it keeps the focus, closes with Escape, and gives the focus back. It begins with
 * its first field.
 */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before it leaves the page: a dialog that has left gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled)')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" className="quiet" aria-label={t.close} onClick={onClose}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}

/** Says why something failed, in the words of the server. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (!error) return null;
  const message = error instanceof Error ? error.message : t.failed;
  const known = error instanceof ApiError ? error : null;
  return (
    <div role="alert" className="failure">
      <strong>{message}</strong>
      {known?.code && <code>{known.code}</code>}
      {known?.details && <p>{known.details}</p>}
      {known?.hint && <p>{known.hint}</p>}
      {onRetry && (
        <p>
          <button type="button" onClick={onRetry}>
            {t.tryAgain}
          </button>
        </p>
      )}
    </div>
  );
}

/** Whether the server did not answer, which the frame says too (shell.tsx). */
export const isAway = (error: unknown) => error instanceof ApiError && error.status === 0;

/**
 * What a query answered. While there is no answer, that it loads, or why it failed; a later failure leaves the
 * answer where it is.
 */
export function Loaded<T>({
  query,
  children,
}: {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  children: (data: T) => ReactNode;
}) {
  const { data, error, refetch } = query;
  return (
    <>
      {!(isAway(error) && data !== undefined) && (
        <Failure error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined ? children(data) : error ? null : <Loading />}
    </>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return <div className="empty">{children}</div>;
}

export function Loading() {
  return (
    <div className="loading" role="status">
      {t.loading}
    </div>
  );
}

/** Chooses one of a few views: with the arrows, Tab goes on to the view. */
export function Tabs<T extends string>({
  tabs,
  shown,
  onShow,
  label,
}: {
  tabs: readonly (readonly [name: T, label: string, title?: string])[];
  shown: T;
  onShow: (name: T) => void;
  label?: string;
}) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(([name]) => name === shown);
    const next = (at + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab) onShow(tab[0]);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label}>
      {tabs.map(([name, text, title]) => (
        <button
          key={name}
          type="button"
          role="tab"
          title={title}
          aria-selected={name === shown}
          tabIndex={name === shown ? 0 : -1}
          onClick={() => onShow(name)}
          onKeyDown={onKeyDown}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** A label above its control. */
export function Field({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="field">
      <label>
        <span>{label}</span>
        {children}
      </label>
      {hint && <small>{hint}</small>}
    </div>
  );
}

export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let n = bytes;
  while (n >= 1000 && unit < units.length - 1) {
    n /= 1000;
    unit++;
  }
  return `${n < 10 && unit > 0 ? n.toFixed(1) : Math.round(n)} ${units[unit] ?? ''}`;
}

/** The buttons of a list in pages; nothing where all is on one. */
export function Pager({
  page,
  first = 0,
  isLast,
  onPage,
}: {
  page: number;
  first?: number;
  isLast: boolean;
  onPage: (page: number) => void;
}) {
  if (page === first && isLast) return null;
  return (
    <footer className="bar">
      <button type="button" disabled={page === first} onClick={() => onPage(page - 1)}>
        {t.previous}
      </button>
      <button type="button" disabled={isLast} onClick={() => onPage(page + 1)}>
        {t.next}
      </button>
    </footer>
  );
}

const numbers = new Intl.NumberFormat('en');
export const count = (n: number) => numbers.format(n);

const times = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const thisYear = new Date().getFullYear();
const older = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A time in a line of a list; nothing without one. The title has all of it. */
export function Time({ at }: { at: string | null | undefined }) {
  if (!at) return null;
  const date = new Date(at);
  const form = date.getFullYear() === thisYear ? times : older;
  return (
    <time className="time" dateTime={at} title={date.toString()}>
      {form.format(date)}
    </time>
  );
}

/** Copies a text; label says which one. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState('');
  return (
    <button
      type="button"
      aria-label={copied === text ? t.copied : t.copyOf(label)}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setCopied(text),
          () => undefined, // the browser does not let it
        );
      }}
    >
      {copied === text ? t.copied : t.copy}
    </button>
  );
}

/** The sign of a primary key. Few fonts have one. */
export function KeySign() {
  const id = useId();
  return (
    <svg className="key-sign" viewBox="0 0 16 16" role="img" aria-labelledby={id}>
      <title id={id}>{t.primaryKey}</title>
      <path d="M10.5 1.5a4 4 0 0 0-3.8 5.2L1.5 12v2.5H4v-1.8h1.8V11h1.7l.8-.8a4 4 0 1 0 2.2-8.7Zm1 2a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z" />
    </svg>
  );
}
