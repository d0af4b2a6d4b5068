import type { ReactNode } from 'react';
import { RidgeDrawing } from '@/shared/art/ridge-drawing';

type Props = {
  /** Label of the code: "Order number". */
  label: string;
  code: string;
  note?: string | undefined;
  wordmark: string;
  /** The actions. */
  children: ReactNode;
};

/** A card with a code. It can be printed. */
export function OrderNumberCard({ label, code, note, wordmark, children }: Props) {
  return (
    <section
      aria-labelledby="slip-title"
      className="slip print-slip relative overflow-clip bg-raised"
    >
      <div className="absolute end-4 top-4 w-72 text-accent opacity-50 max-md:hidden">
        <RidgeDrawing slug="everest" heightM={8848} />
      </div>
      <div className="relative p-[min(1.5rem,5vw)] sm:p-9">
        <h2 id="slip-title" className="text-small font-medium text-muted">
          {label}
        </h2>
        <p className="mt-2 figure text-[clamp(2rem,7vw,4rem)] break-all">
          <bdi dir="ltr">{code}</bdi>
        </p>
        {note !== undefined && <p className="mt-4">{note}</p>}
      </div>
      <div className="perforation" aria-hidden="true" />
      <div className="flex flex-wrap items-center justify-between gap-4 p-[min(1.5rem,5vw)] sm:p-9">
        <p dir="ltr" lang="en" className="figure text-xl tracking-wide uppercase">
          {wordmark}
        </p>
        <div className="no-print flex flex-wrap gap-3">{children}</div>
      </div>
    </section>
  );
}
