import type { ReactNode } from 'react';
import { badgeText, useUnreadCount } from '@/admin/kit/notifications/read-marks';

/** The heading of a page, with its actions. The document title has the number of unread items. */
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
