import { NewsletterForm } from '@/site/features/newsletter/newsletter-form';
import { FiguresStrip } from '@/site/features/settings/figures-strip';
import type { Settings } from '@/shared/settings/settings';
import { ThemeSwitch } from '@/shared/ui/theme-switch';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { routesIn, type NamedRoute } from './routes';
import { Wordmark } from './wordmark';

const link =
  'inline-flex min-h-11 items-center text-small underline decoration-transparent underline-offset-6 hover:decoration-accent';

/** The footer of every page, dark in both themes. It links the pages of the header, and then the documents. */
export function SiteFooter({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <footer aria-label={t('footer.label')} className="altitude contour-top">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-24 gap-y-14 gutter pt-20 pb-14 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <p className="measure text-lead">{t('footer.description')}</p>
        <div className="row-span-2">
          <NewsletterForm synced={settings.newsletterSync} />
        </div>
        <FiguresStrip figures={settings.figures} />
      </div>
      <nav aria-label={t('footer.pages')} className="footer-pages contour-top gutter py-6">
        <PageLinks routes={[...routesIn('main'), ...routesIn('call')]} />
      </nav>
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 contour-top gutter pt-6 pb-3">
        <Wordmark text={settings.siteTitle[language]} />
        <nav aria-label={t('footer.documents')} className="flex flex-wrap gap-x-7">
          <PageLinks routes={routesIn('foot')} />
          <a href={`/feed.xml?lang=${language}`} className={link}>
            {t('nav.feed')}
          </a>
        </nav>
        <ThemeSwitch />
      </div>
      <p className="gutter pb-20 text-small text-muted md:pb-6">{t('footer.drawn')}</p>
    </footer>
  );
}

function PageLinks({ routes }: { routes: NamedRoute[] }) {
  const { t } = useTranslation();
  return routes.map(({ path, label }) => (
    <LocalLink key={path} to={path} className={link}>
      {t(`nav.pages.${label}`)}
    </LocalLink>
  ));
}
