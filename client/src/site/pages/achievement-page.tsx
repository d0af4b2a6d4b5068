import { useParams } from 'react-router';
import type { CSSProperties } from 'react';
import { failureText } from '@/shared/api/failures';
import { hasOwnLight, peakLights } from '@/shared/art/peak-light';
import type { Achievement, Peak } from '@/site/features/achievement/achievement';
import { AchievementFacts } from '@/site/features/achievement/achievement-facts';
import { AchievementGallery } from '@/site/features/achievement/achievement-gallery';
import { AchievementHero } from '@/site/features/achievement/achievement-hero';
import { AchievementNav } from '@/site/features/achievement/achievement-nav';
import { AchievementStory } from '@/site/features/achievement/achievement-story';
import { RouteScene } from '@/site/features/achievement/route-scene';
import { useAchievement } from '@/site/features/achievement/use-achievement';
import { useSettings } from '@/shared/settings/use-settings';
import { PeakLinks } from '@/site/features/site-search/peak-links';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { localised } from '@/shared/i18n/localised';
import { buttonClass } from '@/shared/ui/button';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { LocalLink } from '@/shared/ui/local-link';
import { PageHead } from '@/shared/ui/page-head';
import { Spinner } from '@/shared/ui/spinner';
import { StatusPage } from '@/shared/ui/status-page';
import '@/site/styles/scene.css';

/** The page of a mountain. */
export function AchievementPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation(['expeditions', 'site']);
  const { peak, peaks, isPending, error, retry } = useAchievement(id);
  if (peak !== undefined) return <Mountain peak={peak} peaks={peaks} />;
  if (isPending) {
    const below = 'gutter min-h-dvh pt-[calc(var(--header)+3rem)]';
    return <Spinner label={t('site:loading')} className={below} />;
  }
  if (error !== null) return <LoadFailed peaks={peaks} error={error} onRetry={retry} />;
  return <UnknownMountain peaks={peaks} />;
}

function Mountain({ peak, peaks }: { peak: Achievement; peaks: Peak[] }) {
  const { t } = useTranslation(['expeditions', 'site']);
  const language = useLanguage();
  const name = localised(peak, 'name', language).text;
  const height = t('site:unit.metres', { value: formatNumber(peak.height_m, language) });
  const description = localised(peak, 'description', language).text;
  return (
    <article style={peakTheme(peak.slug)}>
      <PageHead
        title={t('head.achievement', { name, height, year: peak.year })}
        {...(description !== '' && { description })}
      />
      <AchievementHero peak={peak} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-20 gap-y-12 gutter pt-20 md:pt-28 lg:grid-cols-[1.35fr_1fr]">
        <AchievementStory peak={peak} />
        <AchievementFacts peak={peak} note={useSettings().expeditionsNote?.[language]} />
      </div>
      <RouteScene peak={peak} />
      <AchievementGallery key={peak.slug} peak={peak} />
      <AchievementNav peaks={peaks} slug={peak.slug} />
    </article>
  );
}

type LoadFailedProps = { peaks: Peak[]; error: Error; onRetry: () => void };

// A slug that is not built in may exist on the server, so this is no 404.
function LoadFailed({ peaks, error, onRetry }: LoadFailedProps) {
  const { t } = useTranslation(['expeditions', 'site']);
  return (
    <section className="grid min-h-dvh content-start gap-10 gutter pt-[calc(var(--header)+3rem)] pb-20">
      <PageHead title={t('head.title')} noindex />
      <h1 className="display text-heading">{t('hero.label')}</h1>
      <FailureNotice text={failureText(t, error)} retryLabel={t('site:retry')} onRetry={onRetry} />
      <PeakLinks label={t('map.list')} peaks={peaks} />
    </section>
  );
}

function UnknownMountain({ peaks }: { peaks: Peak[] }) {
  const { t } = useTranslation('expeditions');
  return (
    <StatusPage
      head={t('head.notFound')}
      label={t('unknown.label')}
      title={t('unknown.title')}
      text={t('unknown.text')}
      action={
        <LocalLink to="/" className={buttonClass('solid')}>
          {t('unknown.home')}
        </LocalLink>
      }
    >
      <PeakLinks label={t('map.list')} peaks={peaks} />
    </StatusPage>
  );
}

type Theme = CSSProperties & Record<`--${string}`, string>;

/** The theme of a mountain's page: its colour is the accent, and tints the background. Defaults to Everest's. */
function peakTheme(slug: string): Theme {
  const { day, night } = peakLights(slug);
  const light = `light-dark(${day}, ${night})`;
  const accent = { '--peak': light, '--color-accent': light };
  if (!hasOwnLight(slug)) return accent;
  return {
    ...accent,
    '--color-sky': `light-dark(color-mix(in oklab, ${day} 12%, #f8f2e6), color-mix(in oklab, ${night} 16%, #0b1920))`,
    '--color-soil': `light-dark(color-mix(in oklab, ${day} 8%, #e9dcc1), color-mix(in oklab, ${night} 6%, #10262f))`,
  };
}
