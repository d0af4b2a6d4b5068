type Props = {
  /** The accessible name; not visible, since a column header or a label beside it has the text. */
  label: string;
  on: boolean;
  /** While busy a click does nothing; the focus stays. */
  busy?: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
};

/** An on/off switch. Its touch target is 44 px high, whatever its drawn size. */
export function Switch({ label, on, busy = false, disabled = false, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={busy}
      disabled={disabled}
      onClick={() => {
        if (!busy) onChange(!on);
      }}
      className="group grid h-11 w-14 shrink-0 place-items-center disabled:opacity-50 aria-busy:cursor-progress lg:h-9"
    >
      <span
        aria-hidden="true"
        className="flex h-5 w-9 items-center rounded-full border border-edge bg-ground p-0.5 transition-colors group-aria-checked:border-good group-aria-checked:bg-good"
      >
        <span className="size-3.5 rounded-full bg-edge transition-transform forced-colors:bg-[CanvasText]! group-aria-checked:translate-x-4 group-aria-checked:bg-white rtl:group-aria-checked:-translate-x-4" />
      </span>
    </button>
  );
}
