import { maxSlugLength, slugOf } from '../../admin/slug';
import type { PostValues } from './post-values';

/** Whether the table takes it. */
export const isSlug = (slug: string): boolean =>
  slug.length <= maxSlugLength && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug);

/** The next address where one is taken: a-2, a-3. */
export function nextSlug(slug: string): string {
  const [, stem = slug, number = '1'] = /^(.*?)(?:-(\d{1,4}))?$/.exec(slug) ?? [];
  return `${stem}-${Number(number) + 1}`;
}

/**
 * The slug after the English title was typed: made from it while the slug is empty or is still the one
 * that the title made. One that readers may have, or that was typed by hand, stays.
 */
export function followTitle(words: PostValues, title: string): string {
  const isOurs = words.slug === slugOf(words.title_en) && words.published_at === null;
  return words.slug === '' || isOurs ? slugOf(title) : words.slug;
}
