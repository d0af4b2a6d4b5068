import { useTranslation } from '@/shared/i18n';
import { SceneDrawing } from '@/shared/art/scene-drawing';
import { logoBoxes, LogoDrawing, logoSpots } from './logo-drawing';

/** Where the name of a sponsor stands on an expedition: a numbered drawing and its list. */
export function LogoPlaces() {
  const { t } = useTranslation('sponsor');
  return (
    <section aria-labelledby="places-title" className="altitude gutter py-20 md:py-28">
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-[1.3fr_1fr] lg:items-end">
        <h2 id="places-title" className="display text-heading">
          {t('places.title')}
        </h2>
        <p className="measure text-muted">{t('places.text')}</p>
      </div>
      <figure className="mt-10">
        <SceneDrawing
          label={t('places.label')}
          {...logoBoxes}
          render={(view) => <LogoDrawing view={view} />}
        />
      </figure>
      <ol className="mt-8 grid grid-cols-1 gap-x-8 sm:grid-cols-2 lg:grid-cols-5">
        {logoSpots.map((spot, at) => (
          <li key={spot} className="contour-top py-5">
            <span aria-hidden="true" className="figure text-title text-accent">
              {at + 1}
            </span>
            <h3 className="mt-2 font-medium">{t(`places.spots.${spot}.title`)}</h3>
            <p className="mt-1 text-small text-muted">{t(`places.spots.${spot}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
