import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatDate, formatNumber } from '@/shared/i18n/format';
import type { PostCard } from './post';

type Props = { post: PostCard; author?: string | undefined; className?: string };

/** Date and reading time of a post, and its author if given. */
export function PostFacts({ post, author, className = 'text-muted' }: Props) {
  const { t } = useTranslation('blog');
  return (
    <p className={`flex flex-wrap items-baseline gap-x-5 text-small ${className}`}>
      {author !== undefined && <span>{t('post.by', { name: author })}</span>}
      {post.published_at !== null && (
        <time dateTime={post.published_at} dir="ltr">
          {formatDate(dayOf(post.published_at))}
        </time>
      )}
      <span>{useMinutes(post)}</span>
    </p>
  );
}

// The day in UTC, as in the feed: the same on the server and in every browser.
const dayOf = (timestamp: string) => timestamp.slice(0, 'yyyy-mm-dd'.length);

/** "4 min read", in the language of the page. */
function useMinutes({ reading_time: count }: PostCard): string {
  const { t } = useTranslation('blog');
  return t('minutes', { count, amount: formatNumber(count, useLanguage()) });
}
