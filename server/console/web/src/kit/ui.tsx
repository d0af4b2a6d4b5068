import { useEffect, useRef, type ReactNode } from 'react';
import { ApiError } from './api.ts';
import { t } from '@/texts.ts';

/** A modal dialog of the browser: it keeps the focus, and closes with Escape. */
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
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
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
export function Failure({ error }: { error: unknown }) {
  if (!error) return null;
  const message = error instanceof Error ? error.message : t.failed;
  const known = error instanceof ApiError ? error : null;
  return (
    <div role="alert" className="failure">
      <strong>{message}</strong>
      {known?.code && <code>{known.code}</code>}
      {known?.details && <p>{known.details}</p>}
      {known?.hint && <p>{known.hint}</p>}
    </div>
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

/** Chooses one of a few views. */
export function Tabs<T extends string>({
  tabs,
  shown,
  onShow,
}: {
  tabs: [name: T, label: string][];
  shown: T;
  onShow: (name: T) => void;
}) {
  return (
    <div className="tabs" role="tablist">
      {tabs.map(([name, label]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === shown}
          onClick={() => onShow(name)}
        >
          {label}
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

const numbers = new Intl.NumberFormat('en');
export const count = (n: number) => numbers.format(n);

const times = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
export const time = (text: string | null | undefined) => (text ? times.format(new Date(text)) : '');
