import type { ReactNode } from 'react';
import { badgeText, useUnreadCount } from '@/admin/kit/notifications/read-marks';

type Props = {
  title: string;
  /** The purpose of the page, below the heading. */
  lead?: string;
  /** The actions of the page. */
  children?: ReactNode;
};

/** The heading of a page, with its actions. The document title has the number of unread items. */
export function PageHeading({ title, lead, children }: Props) {
  const news = useUnreadCount();
  return (
    <>
      <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <title>{news > 0 ? `(${badgeText(news)}) ${title}` : title}</title>
        <h1 className="display text-heading">{title}</h1>
        {children}
      </header>
      {lead !== undefined && <p className="-mt-3 mb-6 max-w-prose text-small text-muted">{lead}</p>}
    </>
  );
}
