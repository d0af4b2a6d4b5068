import { useTranslation } from '@/shared/i18n';
import { SceneSection } from '@/shared/art/scene-section';
import { kitBoxes, KitDrawing } from './kit-drawing';

const packed = ['notebook', 'bottle', 'shoes', 'layer', 'scarf', 'time'] as const;

/** Packing list, as a sheet of drawings and a list: beside the kit of a summit, which stays at home. */
export function PackingList() {
  const { t } = useTranslation('retreat');
  const text = (item: 'axe' | 'rope' | 'crampons' | 'notebook' | 'bottle' | 'shoes') => ({
    name: t(`packing.drawn.${item}.name`),
    size: t(`packing.drawn.${item}.size`),
  });
  return (
    <SceneSection
      id="packing-title"
      title={t('packing.title')}
      text={t('packing.text')}
      note={t('packing.note')}
      className="contour-top py-20 md:py-28"
      label={t('packing.label')}
      {...kitBoxes}
      render={(view) => (
        <KitDrawing
          view={view}
          texts={{
            axe: text('axe'),
            rope: text('rope'),
            crampons: text('crampons'),
            notebook: text('notebook'),
            bottle: text('bottle'),
            shoes: text('shoes'),
          }}
        />
      )}
    >
      <ul className="mt-8 grid grid-cols-1 gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {packed.map((item) => (
          <li key={item} className="flex gap-4 contour-top py-4">
            <span aria-hidden="true" className="mt-1.5 size-4 shrink-0 border-2 border-accent" />
            {t(`packing.list.${item}`)}
          </li>
        ))}
      </ul>
    </SceneSection>
  );
}
