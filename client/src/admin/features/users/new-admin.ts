import * as z from 'zod/mini';
import { isLanguage, type Language } from '@/shared/i18n/language';
import { emailFormat } from '@/shared/ui/email-format';
import { adminRoles, type AdminRole } from './admin-record';

/** The body of the function create-admin-user. */
export type NewAdmin = {
  email: string;
  password: string;
  role: AdminRole;
  full_name: string | null;
};

/** The body of the function invite-admin-user, without the page that the link leads to. */
export type Invitation = Omit<NewAdmin, 'password'> & {
  /** Of the mail; without it, that of the first invitation. */
  language?: Language;
};

const minPasswordLength = 6; // characters
const maxNameLength = 200; // characters

/** The default values. */
export const emptyAdmin = { email: '', password: '', role: 'admin', full_name: '' };

/** The default values of an invitation, besides its language. */
export const emptyInvitation = { email: '', role: 'admin', full_name: '' };

type Problem = 'emailNeeded' | 'emailWrong' | 'passwordShort' | 'nameLong';

/** An optional name; null if empty. */
export const nameSchema = (tooLong: string) =>
  z.pipe(
    z.string().check(z.trim(), z.maxLength(maxNameLength, tooLong)),
    z.transform((name: string) => (name === '' ? null : name)),
  );

export const roleSchema = z.pipe(
  z.string(),
  z.transform((role: string): AdminRole => adminRoles.find((each) => each === role) ?? 'admin'),
);

const emailSchema = (messageFor: (problem: Problem) => string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { message: messageFor('emailNeeded'), abort: true }),
      z.regex(emailFormat, messageFor('emailWrong')),
    );

/** The schema of an invitation. */
export const invitationSchema = (messageFor: (problem: Problem) => string) =>
  z.object({
    full_name: nameSchema(messageFor('nameLong')),
    email: emailSchema(messageFor),
    role: roleSchema,
    language: z.pipe(
      z.string(),
      z.transform((language: string): Language => (isLanguage(language) ? language : 'en')),
    ),
  });

/** The schema of a new admin. The password is not trimmed, since a space may belong to it. */
export const newAdminSchema = (messageFor: (problem: Problem) => string) =>
  z.object({
    full_name: nameSchema(messageFor('nameLong')),
    email: emailSchema(messageFor),
    password: z
      .string()
      .check(
        z.refine(
          (typed) => Array.from(typed).length >= minPasswordLength,
          messageFor('passwordShort'),
        ),
      ),
    role: roleSchema,
  });
