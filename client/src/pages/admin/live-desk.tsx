import type { RowEvent } from '../../api/live';
import { LiveStatus } from '../../desk/live/live-sign';
import { useLive } from '../../desk/live/use-live';
import { newsIn } from '../../desk/news/news-in';
import { useFirstVisit } from '../../desk/news/use-news';
import { useTellNews } from '../../desk/news/use-tell-news';
import { useAdminAuth } from '../../features/admin-auth/use-admin-auth';

/** Keeps every screen as the server has it, and says what comes in. It ends with the session. */
export function LiveDesk() {
  const { isAdmin, adminUser, lookAgain } = useAdminAuth();
  const tell = useTellNews();
  useFirstVisit();
  useLive(isAdmin, (events) => {
    tell(newsIn(events));
    // The role may be another one now, and the menu with it.
    if (events.some((event) => isAbout(event, adminUser?.id))) lookAgain();
  });
  return <LiveStatus />;
}

const isAbout = ({ table, row }: RowEvent, admin: string | undefined) =>
  table === 'admin_users' && row['id'] === admin;
