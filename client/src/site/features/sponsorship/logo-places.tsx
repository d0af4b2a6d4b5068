import { useTranslation } from '@/shared/i18n';
import { SceneParts, SceneSection } from '@/shared/art/scene-section';
import { logoBoxes, LogoDrawing, logoSpots } from './logo-drawing';

/** Positions of a sponsor's name on an expedition: a numbered drawing and its list. */
export function LogoPlaces() {
  const { t } = useTranslation('sponsor');
  return (
    <SceneSection
      id="places-title"
      title={t('places.title')}
      text={t('places.text')}
      className="altitude py-20 md:py-28"
      label={t('places.label')}
      {...logoBoxes}
      render={(view) => <LogoDrawing view={view} />}
    >
      <SceneParts
        parts={logoSpots.map((spot) => ({
          title: t(`places.spots.${spot}.title`),
          text: t(`places.spots.${spot}.text`),
        }))}
      />
    </SceneSection>
  );
}
