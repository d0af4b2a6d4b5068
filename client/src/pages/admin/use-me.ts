import { useAdminAuth } from '../../features/admin-auth/use-admin-auth';

/** Who is in, as the one who answers: the id of the admin record, and the name to sign with ('' without). */
export function useMe(): { id: string; name: string } {
  const { adminUser } = useAdminAuth();
  return { id: adminUser?.id ?? '', name: adminUser?.full_name?.trim() ?? '' };
}
