import { PostIndex } from '@/site/features/blog/post-index';
import { usePosts } from '@/site/features/blog/use-posts';
import { Masthead } from '@/site/features/hero/masthead';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { Button, buttonClass } from '@/shared/ui/button';
import { PageHead } from '@/shared/ui/page-head';
import { Spinner } from '@/shared/ui/spinner';
import '@/site/styles/hero.css';

/** The blog: hero and published posts. */
export function BlogPage() {
  const { t } = useTranslation('blog');
  const language = useLanguage();
  return (
    <>
      <PageHead title={t('head.title')} description={t('head.description')} />
      <Masthead
        label={t('label')}
        title={t('title')}
        lead={t('lead')}
        wide
        actions={
          <a href={`/feed.xml?lang=${language}`} className={buttonClass('line')}>
            {t('feed')}
          </a>
        }
      />
      <Posts />
    </>
  );
}

function Posts() {
  const { t } = useTranslation('blog');
  const posts = usePosts();
  if (posts.isPending) return <Spinner label={t('loading')} className="min-h-96 gutter py-24" />;
  if (posts.data === undefined || posts.data.length === 0) {
    return <NoPosts onRetry={posts.isError ? () => void posts.refetch() : undefined} />;
  }
  return (
    <>
      <PostIndex posts={posts.data} />
      <p className="contour-top gutter pt-6 pb-20 text-small text-muted">{t('drawn')}</p>
    </>
  );
}

// A failure shows the same text, as the specification says, and can be retried.
function NoPosts({ onRetry }: { onRetry: (() => void) | undefined }) {
  const { t } = useTranslation(['blog', 'site']);
  return (
    <div
      role="status"
      className="grid min-h-96 content-center justify-items-start gap-4 gutter py-24"
    >
      <h2 className="display text-heading">{t('empty.title')}</h2>
      <p className="text-lead text-muted">{t('empty.text')}</p>
      {onRetry !== undefined && (
        <Button look="line" className="mt-2" onClick={onRetry}>
          {t('site:retry')}
        </Button>
      )}
    </div>
  );
}
