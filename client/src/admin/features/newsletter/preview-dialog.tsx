import { MailPage } from '@/admin/kit/mail/mail-page';
import { AdminDialog } from '@/admin/kit/admin-dialog';
import { failureText } from '@/shared/api/failures';
import { useTranslation } from '@/shared/i18n';
import { directionOf, type Language } from '@/shared/i18n/language';
import { languageNames } from '@/shared/i18n/language-names';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';
import { useNewsletterPreview } from './use-newsletters';

type Props = { id: string; language: Language; open: boolean; onClose: () => void };

/** The e-mail in one language, as it will look. */
export function PreviewDialog({ id, language, open, onClose }: Props) {
  const { t } = useTranslation(['admin-newsletter', 'site']);
  return (
    <AdminDialog
      open={open}
      onClose={onClose}
      title={t('preview.title', { language: languageNames[language] })}
    >
      <Preview id={id} language={language} />
    </AdminDialog>
  );
}

function Preview({ id, language }: Pick<Props, 'id' | 'language'>) {
  const { t } = useTranslation(['admin-newsletter', 'site']);
  const { data, error, refetch } = useNewsletterPreview(id, language);
  if (error !== null) {
    return (
      <FailureNotice
        text={`${t('preview.failed')} ${failureText(t, error)}`}
        retryLabel={t('site:retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Spinner label={t('preview.loading')} className="min-h-64" />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p lang={language} dir={directionOf(language)} className="font-medium wrap-anywhere">
        {data.subject === '' ? t('preview.noSubject') : data.subject}
      </p>
      <MailPage html={data.html} />
      <details>
        <summary className="min-h-11 cursor-pointer text-small text-muted">
          {t('preview.text')}
        </summary>
        <pre
          lang={language}
          dir={directionOf(language)}
          className="font-sans text-small wrap-anywhere whitespace-pre-wrap"
        >
          {data.text}
        </pre>
      </details>
    </div>
  );
}
