import type { ReactNode } from 'react';

type Props = { tone: 'good' | 'bad' | 'plain'; children: ReactNode; className?: string };

const edges = { good: 'border-good', bad: 'border-bad', plain: 'border-accent' };

/** A message within the page: role="alert" for a bad one, else role="status". */
export function Notice({ tone, children, className = '' }: Props) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`border-s-4 bg-raised px-4 py-3 text-small ${edges[tone]} ${className}`}
    >
      {children}
    </div>
  );
}
