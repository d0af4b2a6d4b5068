import type { ReactNode } from 'react';
import { PageHead } from '@/shared/ui/page-head';

/** The frame of a page of an order, which search engines must not index. */
export function OrderPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="gutter pt-[calc(var(--header)+2rem)] pb-20 md:pb-28">
      <PageHead title={title} noindex />
      {children}
    </div>
  );
}
