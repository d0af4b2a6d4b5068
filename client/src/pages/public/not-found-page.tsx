import { useTranslation } from 'react-i18next';
import { FlatPlain } from '../../art/flat-plain';
import { LocalLink } from '../../i18n/local-link';
import { buttonClass } from '../../ui/button';

/** An address that leads nowhere: a plain without a mountain. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <section className="relative isolate grid min-h-dvh content-center gap-6 overflow-hidden gutter py-32">
      <title>{t('head.notFound')}</title>
      <meta name="robots" content="noindex" />
      <FlatPlain className="absolute inset-x-0 bottom-0 -z-10 h-1/2 w-full text-muted" />
      <p className="label text-accent">{t('notFound.label')}</p>
      <h1 className="display text-heading">{t('notFound.title')}</h1>
      <p className="measure text-lead">{t('notFound.text')}</p>
      <LocalLink to="/" reloadDocument className={buttonClass('solid', 'justify-self-start')}>
        {t('notFound.home')}
      </LocalLink>
    </section>
  );
}
