import { useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import type { Row } from '../../api/rows';

export type AdminRecord = Row<'admin_users'>;

export const adminUsersKey = ['admin_users'];

async function fetchAdminUsers(): Promise<AdminRecord[]> {
  const client = await sb();
  return unwrap(
    await client.from('admin_users').select('*').order('created_at', { ascending: false }),
  );
}

/** All admins, the newest first. */
export function useAdminUsers() {
  return useQuery({ queryKey: adminUsersKey, queryFn: fetchAdminUsers, staleTime: 0 });
}
