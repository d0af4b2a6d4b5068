import type { ReactNode } from 'react';
import { BackIcon } from '@/shared/ui/icons';
import { LocalLink } from '@/shared/ui/local-link';

/** A link to the list that a page belongs to. */
export function BackLink({ to, children }: { to: `/admin/${string}`; children: ReactNode }) {
  return (
    <LocalLink
      to={to}
      className="-ms-1 inline-flex min-h-11 items-center gap-2 text-small text-muted hover:text-ink lg:min-h-8"
    >
      <BackIcon />
      {children}
    </LocalLink>
  );
}
