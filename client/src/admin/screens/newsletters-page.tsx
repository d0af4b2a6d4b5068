import { useNavigate } from 'react-router';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { NewsletterList } from '@/admin/features/newsletter/newsletter-list';
import { useNewNewsletter } from '@/admin/features/newsletter/use-newsletters';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink, localPath } from '@/shared/ui/local-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { PageHeading } from './page-heading';

/** The list of newsletters, with a button that begins one. */
export function NewslettersPage() {
  const { t } = useTranslation('admin-newsletter');
  const navigate = useNavigate();
  const language = useLanguage();
  const showError = useErrorToast();
  const create = useNewNewsletter();
  const begin = () =>
    create.mutate(
      {},
      {
        onSuccess: (id) => void navigate(localPath(`/admin/newsletters/edit/${id}`, language)),
        onError: (error) => showError(t('notCreated'), error),
      },
    );
  const add = (
    <Button className="lg:min-h-9" aria-busy={create.isPending} onClick={begin}>
      {t('list.new')}
    </Button>
  );
  return (
    <>
      <PageHeading title={t('list.title')}>
        <div className="flex flex-wrap gap-2">
          <LocalLink to="/admin/newsletter" className={buttonClass('line', 'lg:min-h-9')}>
            {t('list.subscribers')}
          </LocalLink>
          {add}
        </div>
      </PageHeading>
      <NewsletterList add={add} />
    </>
  );
}
