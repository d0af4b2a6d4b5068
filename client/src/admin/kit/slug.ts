import { fold } from '@/shared/i18n/fold';

/** Characters; the limit of the tables. */
export const maxSlugLength = 200;

/**
 * Lowercase letters and digits; other characters become one hyphen, none at the ends. Accents are removed.
 */
export const slugOf = (title: string): string =>
  fold(title.normalize('NFKD'))
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replaceAll(/^-+|-+$/g, '');
