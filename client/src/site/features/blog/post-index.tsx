import { useId } from 'react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { useSearchState } from '@/shared/ui/use-search-state';
import { findPosts, groupByYear, type PostCard } from '@/shared/article/post';
import { formatNumber } from '@/shared/i18n/format';
import { SearchIcon } from '@/shared/ui/icons';
import { PostLead } from './post-lead';
import { PostRow } from './post-row';

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

type Props = { query: string; found: number; onQuery: (query: string) => void };

/** Search as you type. The number of results is announced to screen readers. */
function PostSearch({ query, found, onQuery }: Props) {
  const { t } = useTranslation('blog');
  const language = useLanguage();
  const id = useId();
  return (
    <search className="flex flex-wrap items-center gap-x-6 gap-y-2 contour-top gutter py-6">
      <label htmlFor={id} className="flex items-center gap-3 text-small text-muted">
        <SearchIcon />
        {t('search.label')}
      </label>
      <input
        id={id}
        type="search"
        dir="auto"
        defaultValue={query}
        enterKeyHint="search"
        onChange={({ currentTarget }) => onQuery(currentTarget.value)}
        className="min-h-11 grow border-b border-edge bg-transparent px-1 text-lead sm:max-w-md"
      />
      <p role="status" className="text-small text-muted">
        {query !== '' && t('search.found', { count: found, amount: formatNumber(found, language) })}
      </p>
    </search>
  );
}

/** Posts grouped by year. The year is sticky. */
function PostsByYear({ posts }: { posts: PostCard[] }) {
  return groupByYear(posts).map(({ year, posts: all }) => (
    <section
      key={year}
      aria-labelledby={`year-${year}`}
      className="grid gap-x-12 contour-top gutter lg:grid-cols-[13rem_1fr]"
    >
      <h2
        id={`year-${year}`}
        className="figure self-start pt-9 text-[clamp(2.5rem,6vw,5rem)] text-faint lg:sticky lg:top-(--header)"
      >
        {year}
      </h2>
      <ol className="grid">
        {all.map((post) => (
          <PostRow key={post.slug} post={post} />
        ))}
      </ol>
    </section>
  ));
}
