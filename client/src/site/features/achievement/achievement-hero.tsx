import { mountainSides } from '@/shared/art/mountain-sides';
import { RidgeScene } from '@/shared/art/ridge-scene';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { countryName } from '@/shared/i18n/country';
import { formatNumber } from '@/shared/i18n/format';
import { directionOf } from '@/shared/i18n/language';
import { LocalLink } from '@/shared/ui/local-link';
import { LocalisedPhoto } from '@/shared/ui/localised-photo';
import { localised } from '@/shared/i18n/localised';
import { BackIcon } from '@/shared/ui/icons';
import { heroSizes } from '@/shared/ui/photo';
import { titleSize } from '@/shared/ui/title-size';
import type { Achievement } from './achievement';
import { PeakFlag } from './peak-flag';

/** The hero of a mountain: drawing, name, height, and a link back to the list. */
export function AchievementHero({ peak }: { peak: Achievement }) {
  const { t } = useTranslation(['expeditions', 'site']);
  const language = useLanguage();
  const name = localised(peak, 'name', language);
  const picture = peak.picture ?? undefined;
  const side = mountainSides[peak.slug];
  const drawing = (
    <RidgeScene
      mountain={{ slug: peak.slug, heightM: peak.height_m }}
      attempt={peak.is_attempt}
      rightToLeft={directionOf(language) === 'rtl'}
      view="page"
      {...(side !== undefined && {
        label: t('achievement.drawing', { name: name.text, side: t(`site:sides.${side}`) }),
      })}
      className="absolute inset-0"
    />
  );
  return (
    <section className="page-hero relative isolate flex flex-col justify-between gap-[17rem] overflow-clip gutter pt-[calc(var(--header)+1rem)] pb-6 md:gap-16 lg:min-h-[min(94svh,54rem)] lg:pt-[calc(var(--header)+2.5rem)]">
      <div
        style={{ viewTransitionName: `peak-${peak.slug}` }}
        className="absolute inset-0 -z-10 overflow-clip"
      >
        {picture === undefined ? (
          drawing
        ) : (
          <LocalisedPhoto
            picture={picture}
            sizes={heroSizes}
            first
            className="photo-hero"
            fallback={drawing}
          />
        )}
      </div>
      <div>
        <LocalLink
          to="/expeditions"
          className="-ms-1 inline-flex min-h-11 items-center gap-2 text-small hover:text-accent"
        >
          <BackIcon />
          {t('achievement.back')}
        </LocalLink>
        <p className="mt-6 label font-bold text-accent">
          {t(peak.beyond_seven_summits ? 'achievement.beyond' : 'achievement.seven')}
        </p>
        <h1
          lang={name.lang}
          dir={name.dir}
          style={{ fontSize: titleSize(name.text) }}
          className="display -ms-[0.03em] mt-3"
        >
          {name.text}
        </h1>
        <p className="mt-4 flex flex-wrap items-center gap-x-3 text-lead">
          <PeakFlag code={peak.flag} />
          <span>{countryName(peak.flag, peak.country, language)}</span>
          <span aria-hidden="true">·</span>
          <span>{peak.year}</span>
          {peak.is_attempt && (
            <span className="border border-dashed border-edge px-2 text-small">
              {t('outcome.attempt')}
            </span>
          )}
        </p>
      </div>
      <p className="flex flex-wrap items-baseline justify-end gap-x-3 text-label text-muted">
        <span className="figure text-[clamp(2.5rem,7vw,5.5rem)] text-accent">
          {t('site:unit.metres', { value: formatNumber(peak.height_m, language) })}
        </span>
        <span className="drawing-legend">
          {t('site:hero.drawn')}
          {side !== undefined && ` · ${t(`site:sides.${side}`)}`}
        </span>
      </p>
    </section>
  );
}
