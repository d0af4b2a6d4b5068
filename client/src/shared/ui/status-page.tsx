import type { ReactNode } from 'react';
import { FlatPlain } from '@/shared/art/flat-plain';
import { useTranslation } from '@/shared/i18n';
import { buttonClass } from '@/shared/ui/button';
import { LocalLink } from '@/shared/ui/local-link';
import { PageHead } from '@/shared/ui/page-head';

type Props = {
  /** The title of the document; defaults to `title`. */
  head?: string;
  label: string;
  title: string;
  text: string;
  /** A link or a button. */
  action: ReactNode;
  children?: ReactNode;
};

/** A page without its content, as one that does not exist: a drawing, the reason, a way on, and `children`. */
export function StatusPage({ head, label, title, text, action, children }: Props) {
  return (
    <section className="relative isolate grid min-h-dvh content-start gap-12 overflow-hidden gutter pt-[calc(var(--header)+4rem)] pb-56 md:pt-[calc(var(--header)+6rem)]">
      <PageHead title={head ?? title} noindex />
      <FlatPlain className="absolute inset-x-0 bottom-0 -z-10 h-80 w-full text-muted" />
      <div className="grid justify-items-start gap-6">
        <p className="label font-bold text-accent">{label}</p>
        <h1 className="display text-heading">{title}</h1>
        <p className="measure text-lead">{text}</p>
        {action}
      </div>
      {children}
    </section>
  );
}

/** The 404 page, of the site and of the back-office. */
export function NotFound({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <StatusPage
      head={t('head.notFound.title')}
      label={t('notFound.label')}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        // To the back-office the home page is another document.
        <LocalLink to="/" reloadDocument className={buttonClass('solid')}>
          {t('notFound.home')}
        </LocalLink>
      }
    >
      {children}
    </StatusPage>
  );
}
