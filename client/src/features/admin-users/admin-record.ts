import type { Row } from '../../api/rows';

export type AdminRecord = Row<'admin_users'>;

export const adminRoles = ['admin', 'super_admin'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** What an admin is called: the name, or the address of one who gave none. */
export const adminName = ({ full_name: name, email }: AdminRecord): string => name ?? email;

/** The role of a record; the database knows no other. */
export const roleOf = ({ role }: Pick<AdminRecord, 'role'>): AdminRole =>
  role === 'super_admin' ? 'super_admin' : 'admin';

/** Who looks at the list. */
export type Viewer = {
  id: string;
  /** Whether they may add, edit and delete; the server decides again. */
  isSuper: boolean;
  /** Called when their own record was changed or deleted. */
  onSelf: () => void;
};
