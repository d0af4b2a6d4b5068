import { useAdminAuth } from '../../features/admin-auth/use-admin-auth';

/** The signed-in admin: id of the row in admin_users, and name for replies ('' if not set). */
export function useMe(): { id: string; name: string } {
  const { adminUser } = useAdminAuth();
  return { id: adminUser?.id ?? '', name: adminUser?.full_name?.trim() ?? '' };
}
