import { textOf } from '../../ui/form-text';

export const adminRoles = ['admin', 'super_admin'] as const;
type AdminRole = (typeof adminRoles)[number];

/** The body of the function create-admin-user. */
export type NewAdmin = {
  email: string;
  password: string;
  role: AdminRole;
  full_name: string | null;
};

export type NewAdminProblem = 'passwordShort';

const shortestPassword = 6; // characters

/** Reads the form. The password is taken as typed, since a space may belong to it. */
export function readNewAdmin(data: FormData): NewAdmin {
  const password = data.get('password');
  const name = textOf(data, 'full_name');
  return {
    email: textOf(data, 'email'),
    password: typeof password === 'string' ? password : '',
    role: textOf(data, 'role') === 'super_admin' ? 'super_admin' : 'admin',
    full_name: name === '' ? null : name,
  };
}

/** What the browser's own checks leave to us. */
export const problemOf = (admin: NewAdmin): NewAdminProblem | undefined =>
  Array.from(admin.password).length < shortestPassword ? 'passwordShort' : undefined;
