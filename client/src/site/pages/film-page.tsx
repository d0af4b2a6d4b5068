import { Storyboard } from '@/site/features/film/storyboard';
import { Teaser } from '@/site/features/film/teaser';
import { PageHero } from '@/site/features/hero/page-hero';
import { useSettings } from '@/shared/settings/use-settings';
import { useTranslation } from '@/shared/i18n';
import { PageHead } from '@/shared/ui/page-head';
import '@/site/styles/hero.css';
import '@/site/styles/film.css';
import { OnwardLinks } from './onward-links';

const ways = ['story', 'expeditions', 'contact'] as const;

/** The page of the documentary, always dark. */
export function FilmPage() {
  const { t } = useTranslation('film');
  const { homeFilm, fullFilm } = useSettings();
  return (
    <div className="page-night">
      <PageHead title={t('head.title')} description={t('head.description')} />
      <PageHero
        label={t('label')}
        title={t('title')}
        lead={t('lead')}
        first="annapurna-i"
        view="close"
      />
      <Teaser teaser={homeFilm} fullFilm={fullFilm} />
      <Storyboard />
      <OnwardLinks
        label={t('onward.label')}
        links={ways.map((way) => ({
          to: `/${way}`,
          title: t(`onward.${way}.title`),
          text: t(`onward.${way}.text`),
        }))}
      />
    </div>
  );
}
