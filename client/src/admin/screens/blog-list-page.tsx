import { SamplesNotice } from '@/admin/features/setup/samples-notice';
import { PostList } from '@/admin/features/blog/post-list';
import { useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { PageHeading } from './page-heading';

/** The list of posts, with a link to a new one. */
export function BlogListPage() {
  const { t } = useTranslation('admin-blog');
  return (
    <>
      <PageHeading title={t('list.title')}>
        <LocalLink to="/admin/blog/new" className={buttonClass('solid', 'lg:min-h-9')}>
          {t('list.new')}
        </LocalLink>
      </PageHeading>
      <SamplesNotice kind="blog_posts" />
      <PostList />
    </>
  );
}
