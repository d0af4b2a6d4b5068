import { useAllRows } from '@/admin/kit/rows/use-all-rows';

/** All admin records, inactive ones included: to show names instead of ids. */
export const useStaff = () =>
  useAllRows('admin_users', { sort: 'email', select: 'id, auth_user_id, email, full_name' });

/** The columns that hold the id of an admin or of an account. */
export const staffColumns: readonly string[] = ['assigned_to', 'author_id', 'auth_user_id'];

/** The name for an id; undefined if there is no such admin. */
export function useStaffName(id: string): string | undefined {
  const { data } = useStaff();
  const found = data?.find((admin) => admin.id === id || admin.auth_user_id === id);
  return found && (found.full_name ?? found.email);
}
