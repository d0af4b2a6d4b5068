import { useAllRows } from '../rows/use-all-rows';

/** The admins, past ones too while their record is there: for names in place of numbers. */
export const useStaff = () =>
  useAllRows('admin_users', { sort: 'email', select: 'id, auth_user_id, email, full_name' });

/** The columns that hold the number of an admin or of an account. */
export const staffColumns: readonly string[] = ['assigned_to', 'author_id', 'auth_user_id'];

/** Who that is; undefined where nobody has that number any more. */
export function useStaffName(id: string): string | undefined {
  const { data } = useStaff();
  const found = data?.find((admin) => admin.id === id || admin.auth_user_id === id);
  return found && (found.full_name ?? found.email);
}
