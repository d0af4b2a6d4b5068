import { useQuery } from '@tanstack/react-query';
import { sb } from '../../api/client';
import { unwrap } from '../../api/failures';
import { useDebouncedValue } from '../../ui/use-debounced-value';
import { isSlug } from './slug';

/** Whether an address can be had: unknown while it is asked, or where nobody could be asked. */
export type SlugCheck =
  | { state: 'empty' | 'malformed' | 'free' | 'checking' | 'unknown' }
  | { state: 'taken'; by: string };

const debounceMs = 350; // ms

async function findOwner(slug: string, id: string): Promise<string | null> {
  const client = await sb();
  const row: { title_en: string } | null = unwrap(
    await client.from('blog_posts').select('title_en').eq('slug', slug).neq('id', id).maybeSingle(),
  );
  return row?.title_en ?? null;
}

/** Asks, a moment after the last key, whether another post than this one has the slug. */
export function useSlugCheck(slug: string, id: string): SlugCheck {
  const asked = useDebouncedValue(slug, debounceMs);
  const { data, isError } = useQuery({
    queryKey: ['blog_posts', 'slug', asked, id],
    queryFn: () => findOwner(asked, id),
    enabled: isSlug(asked),
    staleTime: 10_000,
  });
  if (slug === '') return { state: 'empty' };
  if (!isSlug(slug)) return { state: 'malformed' };
  if (isError) return { state: 'unknown' };
  if (asked !== slug || data === undefined) return { state: 'checking' };
  return data === null ? { state: 'free' } : { state: 'taken', by: data };
}
