import { useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { useDebouncedValue } from '@/shared/ui/debounce';
import { isSlug } from './slug';

/** Whether a slug is free; `unknown` if the check failed. */
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

/** Checks, debounced, whether another post has the slug. */
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
