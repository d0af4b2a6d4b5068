import * as z from 'zod/mini';
import { adminRoles, type AdminRole } from './admin-record';

/** The body of the function create-admin-user. */
export type NewAdmin = {
  email: string;
  password: string;
  role: AdminRole;
  full_name: string | null;
};

const shortestPassword = 6; // characters
const longestName = 200; // characters

/** What the form begins with. */
export const noAdmin = { email: '', password: '', role: 'admin', full_name: '' };

type Problem = 'emailNeeded' | 'emailWrong' | 'passwordShort' | 'nameLong';

/** A name that may be missing: then null. */
export const nameSchema = (tooLong: string) =>
  z.pipe(
    z.string().check(z.trim(), z.maxLength(longestName, tooLong)),
    z.transform((name: string) => (name === '' ? null : name)),
  );

export const roleSchema = z.pipe(
  z.string(),
  z.transform((role: string): AdminRole => adminRoles.find((each) => each === role) ?? 'admin'),
);

/** The form of a new admin. The password is taken as typed, since a space may belong to it. */
export const newAdminSchema = (say: (problem: Problem) => string) =>
  z.object({
    full_name: nameSchema(say('nameLong')),
    email: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, { message: say('emailNeeded'), abort: true }),
        z.regex(/^[^@\s]{1,64}@[^@\s]{1,255}$/, say('emailWrong')),
      ),
    password: z
      .string()
      .check(
        z.refine((typed) => Array.from(typed).length >= shortestPassword, say('passwordShort')),
      ),
    role: roleSchema,
  });
