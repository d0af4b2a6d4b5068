import type { Row } from '@/shared/api/rows';
import { mountainSides } from '@/shared/art/mountain-sides';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { localised } from '@/shared/i18n/localised';
import { BackIcon, OnwardIcon } from '@/shared/ui/icons';
import { heroControl, SlideshowToggle } from './slideshow-toggle';
import type { Slideshow } from './use-slideshow';

/** The columns of a slide. */
export type HeroMountain = Pick<
  Row<'expeditions'>,
  | 'slug'
  | 'name_en'
  | 'name_fr'
  | 'name_ar'
  | 'year'
  | 'height_m'
  | 'country'
  | 'flag'
  | 'is_attempt'
>;

const tallest = 8848;

type Props = { mountains: HeroMountain[]; show: Slideshow };

/** Previous, pause and next; on wide screens also an index of bars with the heights of the mountains. */
export function HeroControls({ mountains, show }: Props) {
  const { t } = useTranslation();
  const side = mountainSides[mountains[show.index]?.slug ?? ''];
  return (
    <div className="grid justify-items-start gap-2 md:justify-items-end">
      <HeightIndex mountains={mountains} show={show} />
      <p className="text-label text-muted">
        {t('hero.drawn')}
        {side !== undefined && ` · ${t(`sides.${side}`)}`}
      </p>
      <div className="-ms-3 flex flex-wrap items-center md:ms-0 md:-me-3">
        <button
          type="button"
          className={heroControl}
          aria-label={t('hero.previous')}
          onClick={show.previous}
        >
          <BackIcon />
        </button>
        <SlideshowToggle show={show} />
        <button
          type="button"
          className={heroControl}
          aria-label={t('hero.next')}
          onClick={show.next}
        >
          <OnwardIcon />
        </button>
        <bdi dir="ltr" className="coordinate min-w-16 ps-2 text-muted">
          {t('hero.position', { current: show.index + 1, total: mountains.length })}
        </bdi>
      </div>
    </div>
  );
}

function HeightIndex({ mountains, show }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ol className="hidden items-end md:flex">
      {mountains.map((mountain, at) => {
        const height = t('unit.metres', { value: formatNumber(mountain.height_m, language) });
        const current = at === show.index;
        return (
          <li key={mountain.slug}>
            <button
              type="button"
              aria-current={current}
              aria-label={t('hero.show', {
                name: localised(mountain, 'name', language).text,
                height,
              })}
              onClick={() => show.go(at)}
              className="group flex h-20 w-6 items-end justify-center"
            >
              <span
                style={{ height: `${(mountain.height_m / tallest) * 100}%` }}
                className="w-px bg-muted group-hover:w-0.75 group-hover:bg-ink group-aria-current:w-0.75 group-aria-current:bg-(--peak)"
              />
            </button>
          </li>
        );
      })}
    </ol>
  );
}
