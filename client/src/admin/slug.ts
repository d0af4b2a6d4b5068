import { fold } from '../ui/fold';

/** Characters, as the tables have it. */
export const maxSlugLength = 200;

/** Lowercase, every run of other signs one hyphen, none at the ends. Accents come off their letters. */
export const slugOf = (title: string): string =>
  fold(title.normalize('NFKD'))
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replaceAll(/^-+|-+$/g, '');
