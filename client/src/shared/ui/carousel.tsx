import { useRef, type ReactNode } from 'react';
import { BackIcon, OnwardIcon } from './icons';

type Props = {
  label: string;
  previousLabel: string;
  nextLabel: string;
  /** Classes of the row, such as the width of its items. */
  className: string;
  /** The items, each an <li>. */
  children: ReactNode;
};

/** A carousel: swiped or stepped by buttons, wrapping at both ends. Without a script it scrolls. */
export function Carousel({ label, previousLabel, nextLabel, className, children }: Props) {
  const row = useRef<HTMLUListElement>(null);
  const button =
    'grid size-12 place-items-center rounded-block border border-edge hover:bg-ink hover:text-ground';
  return (
    <div>
      <ul
        ref={row}
        aria-label={label}
        // A row that scrolls must be reachable by keyboard (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={`relative flex snap-x snap-mandatory gap-5 overflow-x-auto overscroll-x-contain pb-4 [scrollbar-width:thin] ${className}`}
      >
        {children}
      </ul>
      <div className="mt-3 flex gap-3">
        <button
          type="button"
          aria-label={previousLabel}
          className={button}
          onClick={() => scrollRow(row.current, -1)}
        >
          <BackIcon />
        </button>
        <button
          type="button"
          aria-label={nextLabel}
          className={button}
          onClick={() => scrollRow(row.current, 1)}
        >
          <OnwardIcon />
        </button>
      </div>
    </div>
  );
}

/** Scrolls by the visible width, or to the other end if there is nothing further. */
function scrollRow(row: HTMLUListElement | null, step: -1 | 1): void {
  if (row === null) return;
  const maxScroll = row.scrollWidth - row.clientWidth;
  const at = Math.abs(row.scrollLeft); // negative in right-to-left rows
  const next = at + step * row.clientWidth;
  const target = step === 1 && at >= maxScroll - 2 ? 0 : step === -1 && at <= 2 ? maxScroll : next;
  const sign = getComputedStyle(row).direction === 'rtl' ? -1 : 1;
  row.scrollTo({ left: sign * Math.min(maxScroll, Math.max(0, target)), behavior: 'smooth' });
}
