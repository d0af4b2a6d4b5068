import { useId, type ReactNode } from 'react';
import { DownIcon } from '@/shared/ui/icons';

type Props = {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  /** The options. */
  children: ReactNode;
};

/** A compact select with its label before it. */
export function SmallSelect({ label, value, onChoose, children }: Props) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-center gap-2 text-small">
      <label htmlFor={id} className="shrink-0 text-muted">
        {label}
      </label>
      <span className="relative min-w-0">
        <select
          id={id}
          value={value}
          onChange={(event) => onChoose(event.currentTarget.value)}
          className="min-h-11 w-full appearance-none truncate rounded-block border border-edge bg-raised ps-2.5 pe-8 text-ink focus-visible:outline-offset-0 lg:min-h-8"
        >
          {children}
        </select>
        <span className="pointer-events-none absolute end-2 inset-y-0 grid scale-75 place-items-center">
          <DownIcon />
        </span>
      </span>
    </div>
  );
}
