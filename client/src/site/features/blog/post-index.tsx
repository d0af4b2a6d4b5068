import { useLanguage, useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { useSearchState } from '@/shared/ui/use-search-state';
import { findPosts, type PostCard } from '@/shared/article/post';
import { PostLead } from './post-lead';
import { PostSearch } from './post-search';
import { PostsByYear } from './posts-by-year';

const minPosts = 5; // posts; with fewer there is no search

/** The list of posts: the latest one large, then by year. The search query is kept in the URL. */
export function PostIndex({ posts }: { posts: PostCard[] }) {
  const { query, setQuery } = useQueryParam();
  const found = findPosts(posts, query, useLanguage());
  const [latest, ...others] = posts;
  return (
    <>
      {query === '' && latest !== undefined && <PostLead post={latest} />}
      {posts.length >= minPosts && (
        <PostSearch query={query} found={found.length} onQuery={setQuery} />
      )}
      <PostsByYear posts={query === '' ? others : found} />
      {found.length === 0 && <NoneFound query={query} onAll={() => setQuery('')} />}
    </>
  );
}

function NoneFound({ query, onAll }: { query: string; onAll: () => void }) {
  const { t } = useTranslation('blog');
  return (
    <div className="grid justify-items-start gap-5 gutter py-20">
      <p className="text-lead">{t('search.none', { query })}</p>
      <Button look="line" onClick={onAll}>
        {t('search.all')}
      </Button>
    </div>
  );
}

function useQueryParam() {
  const [search, setSearch] = useSearchState();
  const setQuery = (query: string) => {
    const next = new URLSearchParams(search);
    if (query.trim() === '') next.delete('q');
    else next.set('q', query);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return { query: search.get('q')?.trim() ?? '', setQuery };
}
