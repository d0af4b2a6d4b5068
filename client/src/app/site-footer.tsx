import { useTranslation } from 'react-i18next';
import { NewsletterForm } from '@/features/newsletter/newsletter-form';
import { FiguresStrip } from '@/features/settings/figures-strip';
import type { Settings } from '@/features/settings/settings';
import { useLanguage } from '@/i18n';
import { LocalLink } from '@/i18n/local-link';
import { routesIn } from './routes';
import { Wordmark } from './wordmark';

const link =
  'inline-flex min-h-11 items-center text-small underline decoration-transparent underline-offset-6 hover:decoration-accent';

/** The footer of every page, always in the dark color scheme. */
export function SiteFooter({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <footer aria-label={t('footer.label')} className="scheme-dark contour-top bg-ground text-ink">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-24 gap-y-14 gutter pt-20 pb-14 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <p className="measure text-lead">{t('footer.description')}</p>
        <div className="row-span-2">
          <NewsletterForm synced={settings.newsletterSync} />
        </div>
        <FiguresStrip figures={settings.figures} />
      </div>
      <FooterPages />
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-1 contour-top gutter pt-5 pb-20 text-small text-muted md:pb-5">
        <Wordmark text={settings.siteTitle[language]} />
        <p className="py-2 md:pe-12 xl:pe-0">{t('footer.drawn')}</p>
      </div>
    </footer>
  );
}

function FooterPages() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <nav
      aria-label={t('footer.pages')}
      className="footer-pages contour-top gutter py-6 xl:flex xl:justify-between"
    >
      {routesIn('footer').map(({ path, label }) => (
        <LocalLink key={path} to={path} className={link}>
          {t(`nav.pages.${label}`)}
        </LocalLink>
      ))}
      <a href={`/feed.xml?lang=${language}`} className={link}>
        {t('nav.feed')}
      </a>
    </nav>
  );
}
