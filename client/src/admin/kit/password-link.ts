import type { Language } from '@/shared/i18n/language';

/** The page that sets a password: the links of mails lead to it. */
export const passwordPath = '/admin/password';

/** The address of that page, for the `redirect_to` of a mail: the auth server allows its own origin. */
export const passwordLink = (language: Language): string =>
  `${window.location.origin}${passwordPath}?lang=${language}`;
