import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { NewsletterEditor } from '@/admin/features/newsletter/newsletter-editor';
import { NewsletterResult } from '@/admin/features/newsletter/newsletter-result';
import { NewsletterStore } from '@/admin/features/newsletter/newsletter-store';
import { PreviewDialog } from '@/admin/features/newsletter/preview-dialog';
import { useNewsletter } from '@/admin/features/newsletter/use-newsletters';
import { BackLink } from '@/admin/kit/back-link';
import { failureText } from '@/shared/api/failures';
import type { Row } from '@/shared/api/rows';
import { useLanguage, useTranslation } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { localPath } from '@/shared/ui/local-link';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';
import { PageHeading } from './page-heading';
import '@/admin/styles/editor.css';

/** A newsletter: the editor of a draft, else its progress and result. */
export function NewsletterEditorPage() {
  const { t } = useTranslation(['admin-newsletter', 'site']);
  const { id = '' } = useParams();
  const { data, error, refetch } = useNewsletter(id);
  // The text of a draft that another admin deletes can be kept as a new one.
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  const row = data ?? (last?.id === id ? last : undefined);
  const isDraft = row?.status === 'draft';
  return (
    <>
      <BackLink to="/admin/newsletters">{t('list.title')}</BackLink>
      <PageHeading title={t(isDraft ? 'editor.draft' : 'editor.title')} />
      {data === undefined && error === null && (
        <Spinner label={t('editor.loading')} className="min-h-64" />
      )}
      {data === undefined && error !== null && (
        <FailureNotice
          text={`${t('editor.failed')} ${failureText(t, error)}`}
          retryLabel={t('site:retry')}
          onRetry={() => void refetch()}
        />
      )}
      {data === null && !row && <p>{t('editor.missing')}</p>}
      {row && <Loaded key={row.id} row={row} isDeleted={data === null} />}
    </>
  );
}

function Loaded({ row, isDeleted }: { row: Row<'newsletters'>; isDeleted: boolean }) {
  const { t } = useTranslation('admin-newsletter');
  const navigate = useNavigate();
  const language = useLanguage();
  const [preview, setPreview] = useState<Language>();
  const open = (id: string) => void navigate(localPath(`/admin/newsletters/edit/${id}`, language));
  // The store of a draft stays while realtime refetches the row.
  const [store] = useState(() => (row.status === 'draft' ? new NewsletterStore(row) : undefined));
  // Text that is typed while another admin sends or deletes the draft stays.
  const isOpen = row.status === 'draft' && !isDeleted;
  if (store !== undefined && (isOpen || store.isUnsaved())) {
    return <NewsletterEditor store={store} onOpen={open} />;
  }
  if (isDeleted) return <p>{t('editor.missing')}</p>;
  return (
    <>
      <NewsletterResult row={row} onPreview={setPreview} onOpen={open} />
      <PreviewDialog
        id={row.id}
        language={preview ?? language}
        open={preview !== undefined}
        onClose={() => setPreview(undefined)}
      />
    </>
  );
}
