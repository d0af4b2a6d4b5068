import type { ReactNode } from 'react';
import { badgeText, useUnreadCount } from '../../admin/notifications/use-read-marks';

/** The page's title, in the tab too, and what can be done here. The tab counts what came in meanwhile. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  const news = useUnreadCount();
  return (
    <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <title>{news > 0 ? `(${badgeText(news)}) ${title}` : title}</title>
      <h1 className="display text-heading">{title}</h1>
      {children}
    </header>
  );
}
