import type { RowEvent } from '@/shared/api/live';
import { useAccountItems } from '@/admin/kit/account/use-account-items';
import { LiveStatus } from '@/admin/kit/live/connection-indicator';
import { useLive } from '@/admin/kit/live/use-live';
import { toNotifications } from '@/admin/kit/notifications/to-notifications';
import { useFirstVisit } from '@/admin/kit/notifications/read-marks';
import { useNotifications } from '@/admin/kit/notifications/use-notifications';
import { useAdminAuth } from '@/admin/features/auth/use-admin-auth';
import { useRowsShown } from './use-rows-shown';

/**
 * Subscribes to realtime changes while signed in, once the first rows are shown, and shows notifications.
 */
export function LiveUpdates() {
  const { isAdmin, adminUser, recheck } = useAdminAuth();
  const notify = useNotifications();
  useAccountItems(isAdmin ? adminUser?.auth_user_id : undefined);
  useFirstVisit();
  const areShown = useRowsShown();
  useLive(isAdmin && areShown, {
    onEvents: (events) => {
      notify(toNotifications(events));
      // The role may have changed, and with it the menu.
      if (events.some((event) => concerns(event, adminUser?.id))) recheck();
    },
    // A deactivated admin is shown no rows, and gets no error either.
    onRowsLost: recheck,
  });
  return <LiveStatus />;
}

const concerns = ({ table, row }: RowEvent, admin: string | undefined) =>
  table === 'admin_users' && row['id'] === admin;
