import type { RowEvent } from '../../api/live';
import { LiveStatus } from '../../admin/live/connection-indicator';
import { useLive } from '../../admin/live/use-live';
import { toNotifications } from '../../admin/notifications/to-notifications';
import { useFirstVisit } from '../../admin/notifications/use-read-marks';
import { useNotifications } from '../../admin/notifications/use-notifications';
import { useAdminAuth } from '../../features/admin-auth/use-admin-auth';

/** Keeps every screen as the server has it, and says what comes in. It ends with the session. */
export function LiveUpdates() {
  const { isAdmin, adminUser, recheck } = useAdminAuth();
  const tell = useNotifications();
  useFirstVisit();
  useLive(isAdmin, (events) => {
    tell(toNotifications(events));
    // The role may be another one now, and the menu with it.
    if (events.some((event) => isAbout(event, adminUser?.id))) recheck();
  });
  return <LiveStatus />;
}

const isAbout = ({ table, row }: RowEvent, admin: string | undefined) =>
  table === 'admin_users' && row['id'] === admin;
