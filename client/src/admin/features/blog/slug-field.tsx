import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import type { PostEditorStore } from './post-editor-store';
import { isSlugTaken } from './save-state';
import { nextSlug, isSlug } from './slug';
import { useField } from './use-field';
import { useStore } from '@/shared/ui/store';
import { useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { useDebouncedValue } from '@/shared/ui/debounce';

/** The slug field, with a check whether it is free. */
export function SlugField({ store }: { store: PostEditorStore }) {
  const { t } = useTranslation(['admin-blog', 'site']);
  const [slug, write] = useField(store, 'slug');
  const check = useSlugCheck(slug, store.id);
  const wasTaken = useStore(store.store, (state) => isSlugTaken(state.failure));
  const known = useStore(store.store, ({ record }) => record.post);
  const isMoved = known !== undefined && known.publishedAt !== null && known.values.slug !== slug;
  const problem = useProblem(check, wasTaken && check.state !== 'free');
  const isTaken = check.state === 'taken' || (wasTaken && check.state !== 'free');
  return (
    <div className="grid gap-1.5">
      <TextField
        id="slug"
        name="slug"
        label={t('fields.slug')}
        hint={isMoved ? t('hints.slugChanged') : t('hints.slug')}
        error={problem}
        required
        requiredMark={t('site:required')}
        dir="ltr"
        lang="en"
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={slug}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <div role="status" className="flex min-h-6 items-center text-small text-muted">
        {known?.values.slug !== slug && <CheckText check={check} />}
      </div>
      {isTaken && (
        <Button look="line" className="justify-self-start" onClick={() => write(nextSlug(slug))}>
          {t('slug.use', { slug: nextSlug(slug) })}
        </Button>
      )}
    </div>
  );
}

function useProblem(check: SlugCheck, wasTaken: boolean): string | undefined {
  const { t } = useTranslation('admin-blog');
  if (check.state === 'malformed') return t('slug.malformed');
  if (check.state === 'taken') return t('slug.taken', { title: check.by });
  return wasTaken ? t('slug.takenShort') : undefined;
}

function CheckText({ check: { state } }: { check: SlugCheck }) {
  const { t } = useTranslation('admin-blog');
  return state === 'checking' || state === 'free' || state === 'unknown'
    ? t(`slug.${state}`)
    : null;
}

/** Whether a slug is free; `unknown` if the check failed. */
type SlugCheck =
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
function useSlugCheck(slug: string, id: string): SlugCheck {
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
