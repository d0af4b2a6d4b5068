import { useCallback } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { BackLink } from '@/admin/kit/back-link';
import { PostEditor } from '@/admin/features/blog/post-editor';
import { usePostEditor } from '@/admin/features/blog/use-post-editor';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { localPath } from '@/shared/ui/local-link';
import { failureText } from '@/shared/api/failures';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { lazyComponent } from '@/shared/ui/lazy';
import { LoadFailure } from '@/shared/ui/load-failure';
import { Spinner } from '@/shared/ui/spinner';
import { PageHeading } from './page-heading';
import '@/admin/styles/editor.css';

// With the sanitizer of the public page: lazy-loaded.
const BlogPreview = lazyComponent(
  () => import('./blog-preview').then((m) => m.BlogPreview),
  null,
  LoadFailure,
);

/** The editor of a new post, or of one by its id. */
export function BlogEditorPage() {
  const { t } = useTranslation('admin-blog');
  const { id } = useParams();
  const { key: visit, pathname } = useLocation();
  const navigate = useNavigate();
  const language = useLanguage();
  const { store, isMissing, error, retry, restart } = usePostEditor(id, visit);
  const made = useCallback(
    (its: string) => {
      if (id === its) return;
      // `page` marks it as the same page, so that the focus stays in the editor.
      const state = { page: pathname };
      void navigate(localPath(`/admin/blog/edit/${its}`, language), { replace: true, state });
    },
    [id, pathname, navigate, language],
  );
  const revive = () => {
    restart();
    void navigate(localPath('/admin/blog/new', language), { replace: true });
  };
  if (error !== null || isMissing) return <PostFailed error={error} onRetry={retry} />;
  if (store === undefined) return <Spinner label={t('editor.loading')} className="min-h-64" />;
  return (
    <PostEditor
      key={store.id}
      store={store}
      onCreated={made}
      onRestoreAsNew={revive}
      preview={BlogPreview}
    />
  );
}

function PostFailed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { t } = useTranslation(['admin-blog', 'site']);
  const why = error === null ? t('editor.missing') : failureText(t, error);
  return (
    <>
      <BackLink to="/admin/blog">{t('editor.back')}</BackLink>
      <PageHeading title={t('editor.editTitle')} />
      <FailureNotice
        text={`${t('editor.loadFailed')}. ${why}`}
        retryLabel={t('site:retry')}
        onRetry={onRetry}
      />
    </>
  );
}
