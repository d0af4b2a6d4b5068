import type { ReactNode } from 'react';

type Props = { summary: string; className: string; children: ReactNode };

/** A disclosure with a plus sign, collapsed by default. */
export function Disclosure({ summary, className, children }: Props) {
  return (
    <details className={`disclosure ${className}`}>
      <summary className="flex min-h-14 items-center justify-between gap-6 py-2.5 font-medium">
        {summary}
        <span aria-hidden="true" className="disclosure-sign" />
      </summary>
      {children}
    </details>
  );
}
