/** Characters, as the tables have it. */
export const longestSlug = 200;

/** Lowercase, every run of other signs one hyphen, none at the ends. Accents come off their letters. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replaceAll(/^-+|-+$/g, '');
