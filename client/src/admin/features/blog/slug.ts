import { maxSlugLength, slugOf } from '@/admin/kit/slug';
import type { PostValues } from './post-values';

/** Whether the check constraint of the table accepts the slug. */
export const isSlug = (slug: string): boolean =>
  slug.length <= maxSlugLength && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug);

/** The next slug if one is taken: a-2, a-3. */
export function nextSlug(slug: string): string {
  const [, stem = slug, number = '1'] = /^(.*?)(?:-(\d{1,4}))?$/.exec(slug) ?? [];
  return `${stem}-${Number(number) + 1}`;
}

/**
 * The slug after a change of the English title: derived from it while it is empty or unchanged since. A
 * published or manually typed slug stays.
 */
export function followTitle(values: PostValues, title: string): string {
  const isOurs = values.slug === slugOf(values.title_en) && values.published_at === null;
  return values.slug === '' || isOurs ? slugOf(title) : values.slug;
}
