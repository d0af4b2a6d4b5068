import type { Row } from '@/shared/api/rows';

export type AdminRecord = Row<'admin_users'>;

export const adminRoles = ['admin', 'super_admin'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** The name of an admin, else the e-mail. */
export const adminName = ({ full_name: name, email }: AdminRecord): string => name ?? email;

/** Whether the admin was invited and has not come in yet. */
export const isPending = ({ invited_at: invited, last_login: login }: AdminRecord): boolean =>
  invited !== null && login === null;

/** The role of a record; the check constraint allows no other. */
export const roleOf = ({ role }: Pick<AdminRecord, 'role'>): AdminRole =>
  role === 'super_admin' ? 'super_admin' : 'admin';

/** The signed-in admin. */
export type Viewer = {
  id: string;
  /** Whether they may add, edit and delete; the server decides again. */
  isSuper: boolean;
  /** Called when the own record was changed or deleted. */
  onSelf: () => void;
};
