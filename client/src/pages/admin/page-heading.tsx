import type { ReactNode } from 'react';

/** The page's title, in the tab too, and what can be done here. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <title>{title}</title>
      <h1 className="display text-heading">{title}</h1>
      {children}
    </header>
  );
}
