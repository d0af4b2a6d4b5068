import type { PostWords } from './post-words';

const longest = 200; // characters, as the table has it

/** Lowercase, every run of other signs one hyphen, none at the ends. Accents come off their letters. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '');

export const isSlug = (slug: string): boolean =>
  slug.length <= longest && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug);

/** The next address where one is taken: a-2, a-3. */
export function nextSlug(slug: string): string {
  const [, stem = slug, number = '1'] = /^(.*?)(?:-(\d{1,4}))?$/.exec(slug) ?? [];
  return `${stem}-${Number(number) + 1}`;
}

/**
 * The slug after the English title was typed: made from it while the slug is empty or is still the one
 * that the title made. One that readers may have, or that was typed by hand, stays.
 */
export function followTitle(words: PostWords, title: string): string {
  const isOurs = words.slug === slugOf(words.title_en) && words.published_at === null;
  return words.slug === '' || isOurs ? slugOf(title) : words.slug;
}
