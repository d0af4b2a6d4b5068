import { useEffect } from 'react';
import { useParams } from 'react-router';
import { failureKey } from '@/shared/api/failures';
import { countView } from '@/site/features/blog/count-view';
import { excerptOf, titleOf, type Post, type PostCard } from '@/shared/article/post';
import { PostArticle } from '@/shared/article/post-article';
import { PostNeighbours } from '@/site/features/blog/post-neighbours';
import { PostHero } from '@/shared/article/post-hero';
import { ShareButton } from '@/site/features/blog/share-button';
import { usePost, usePosts } from '@/site/features/blog/use-posts';
import { useSettings } from '@/shared/settings/use-settings';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { PageHead } from '@/shared/ui/page-head';
import { Spinner } from '@/shared/ui/spinner';
import { StatusPage } from '@/shared/ui/status-page';
import '@/shared/styles/article.css';

/** The page of a post. Title and excerpt come from the cached list until the text has loaded. */
export function BlogPostPage() {
  const { t } = useTranslation('blog');
  const { slug = '' } = useParams();
  const query = usePost(slug);
  const posts = usePosts().data ?? [];
  if (query.isError) {
    return <PostFailed error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0) return <PostNotFound />;
  const post = query.data?.[0];
  const card = post ?? posts.find((each) => each.slug === slug);
  if (card === undefined) {
    return <Spinner label={t('loading')} className="min-h-dvh gutter pt-32" />;
  }
  return <PostView card={card} post={post} posts={posts} />;
}

type PostViewProps = { card: PostCard; post: Post | undefined; posts: PostCard[] };

function PostView({ card, post, posts }: PostViewProps) {
  const { t } = useTranslation('blog');
  const language = useLanguage();
  const settings = useSettings();
  const title = titleOf(card, language).text;
  useEffect(() => {
    if (post !== undefined) void countView(post);
  }, [post]);
  return (
    <>
      <PageHead title={title} description={excerptOf(card, language).text} />
      <article>
        <PostHero post={card} author={settings.name[language] || undefined}>
          <ShareButton title={title} />
        </PostHero>
        {post === undefined ? (
          <Spinner label={t('loading')} className="min-h-svh gutter py-20" />
        ) : (
          <PostArticle post={post} />
        )}
      </article>
      <PostNeighbours posts={posts} slug={card.slug} />
    </>
  );
}

function PostNotFound() {
  const { t } = useTranslation('blog');
  return (
    <StatusPage
      label={t('notFound.label')}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <LocalLink to="/blog" className={buttonClass('solid')}>
          {t('post.back')}
        </LocalLink>
      }
    />
  );
}

function PostFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation(['blog', 'site']);
  return (
    <section className="grid min-h-svh content-center justify-items-start gap-6 gutter py-32">
      <PageHead title={t('failed.title')} noindex />
      <h1 className="display text-heading">{t('failed.title')}</h1>
      <p role="alert" className="measure text-lead">
        {navigator.onLine ? t(`site:${failureKey(error)}`) : t('failed.offline')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onRetry}>{t('site:retry')}</Button>
        <LocalLink to="/blog" className={buttonClass('line')}>
          {t('post.back')}
        </LocalLink>
      </div>
    </section>
  );
}
