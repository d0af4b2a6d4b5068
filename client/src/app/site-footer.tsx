import { useTranslation } from 'react-i18next';
import { NewsletterForm } from '../features/newsletter/newsletter-form';
import { FiguresStrip } from '../features/settings/figures-strip';
import type { Settings } from '../features/settings/settings';
import { LocalLink } from '../i18n/local-link';
import { routesIn } from './routes';

const pages = routesIn('footer');

/** The foot of every page: always at night, whatever the light of the page. */
export function SiteFooter({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  return (
    <footer aria-label={t('footer.label')} className="scheme-dark bg-ground text-ink">
      <div className="grid gap-14 gutter pt-20 pb-14 lg:grid-cols-[1.4fr_1fr] lg:gap-24">
        <div className="grid content-start gap-10">
          <p className="measure text-lead">{t('footer.description')}</p>
          <FiguresStrip figures={settings.figures} />
        </div>
        <div className="grid content-start gap-10">
          <NewsletterForm />
          <nav aria-label={t('footer.pages')} className="flex flex-wrap gap-x-8">
            {pages.map(({ path, label }) => (
              <LocalLink
                key={path}
                to={path}
                className="inline-flex min-h-11 items-center text-small underline decoration-line underline-offset-6 hover:decoration-accent"
              >
                {t(`nav.pages.${label}`)}
              </LocalLink>
            ))}
          </nav>
        </div>
      </div>
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-2 contour-top gutter py-6 text-small text-muted">
        <p dir="ltr" lang="en" className="figure text-lg tracking-wide uppercase">
          {settings.wordmark}
        </p>
        <p>{t('footer.drawn')}</p>
      </div>
    </footer>
  );
}
