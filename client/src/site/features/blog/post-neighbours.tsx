import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { BackIcon, OnwardIcon } from '@/shared/ui/icons';
import { neighboursOf, titleOf, type PostCard } from '@/shared/article/post';
import { PostFacts } from '@/shared/article/post-facts';
import { PostPicture } from './post-picture';

type Props = { posts: PostCard[]; slug: string };

/** Links to the previous, the next and related posts. */
export function PostNeighbours({ posts, slug }: Props) {
  const { t } = useTranslation('blog');
  const { newer, older, related } = neighboursOf(posts, slug);
  if (newer === undefined && older === undefined) return null;
  return (
    <nav aria-label={t('post.around')} className="altitude contour-top wrap-anywhere">
      <div className="grid gutter md:grid-cols-2">
        {older !== undefined && (
          <NeighbourLink post={older} label={t('post.older')} direction="previous" />
        )}
        {newer !== undefined && (
          <NeighbourLink post={newer} label={t('post.newer')} direction="next" />
        )}
      </div>
      {related.length > 0 && (
        <div className="contour-top gutter py-14">
          <h2 className="label text-muted">{t('post.related')}</h2>
          <ul className="mt-6 grid gap-x-16 gap-y-8 md:grid-cols-2">
            {related.map((post) => (
              <RelatedPost key={post.slug} post={post} />
            ))}
          </ul>
        </div>
      )}
    </nav>
  );
}

type NeighbourProps = { post: PostCard; label: string; direction: 'previous' | 'next' };

function NeighbourLink({ post, label, direction }: NeighbourProps) {
  const title = titleOf(post, useLanguage());
  const side =
    direction === 'next' ? 'md:text-end md:items-end md:col-start-2 max-md:border-t' : '';
  return (
    <LocalLink
      to={`/blog/${post.slug}`}
      className={`group flex flex-col gap-4 border-line py-12 md:py-16 ${side}`}
    >
      <span className="flex items-center gap-3 label text-accent">
        {direction === 'previous' && <BackIcon />}
        {label}
        {direction === 'next' && <OnwardIcon />}
      </span>
      <span
        lang={title.lang}
        dir={title.dir}
        className="display max-w-[18ch] wrap-anywhere text-[clamp(1.75rem,1.3rem+1.9vw,3rem)] decoration-accent decoration-2 underline-offset-8 group-hover:underline"
      >
        {title.text}
      </span>
    </LocalLink>
  );
}

function RelatedPost({ post }: { post: PostCard }) {
  const title = titleOf(post, useLanguage());
  return (
    <li
      style={{ gridTemplateColumns: 'min(8rem, 38%) 1fr' }}
      className="group relative grid items-end gap-5"
    >
      <PostPicture
        post={post}
        sizes="(min-width: 48rem) 22rem, 92vw"
        className="text-muted group-hover:text-accent"
      />
      <div>
        <PostFacts post={post} />
        <h3 lang={title.lang} dir={title.dir} className="mt-1 text-lead font-medium">
          <LocalLink to={`/blog/${post.slug}`} className="stretched">
            {title.text}
          </LocalLink>
        </h3>
      </div>
    </li>
  );
}
