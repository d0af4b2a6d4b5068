import type { ReactNode } from 'react';

/** Blue is new, green is done, grey is all else. */
export type PillTone = 'new' | 'done' | 'other';

const tones: Record<PillTone, string> = {
  new: 'text-status-new',
  done: 'text-status-done',
  other: 'text-status-other',
};

/** A badge with a state. The colour only repeats the text. */
export function Pill({ tone, children }: { tone: PillTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border border-current px-2 py-px text-label font-medium whitespace-nowrap ${tones[tone]}`}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  );
}
