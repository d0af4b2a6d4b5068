import { useTranslation } from '@/shared/i18n';
import { SceneDrawing } from '@/shared/art/scene-drawing';
import { kitBoxes, KitDrawing } from './kit-drawing';

const packed = ['notebook', 'bottle', 'shoes', 'layer', 'scarf', 'time'] as const;

/** What to bring, as a sheet of drawings and a list: beside the kit of a summit, which stays at home. */
export function PackingList() {
  const { t } = useTranslation('retreat');
  const text = (item: 'axe' | 'rope' | 'crampons' | 'notebook' | 'bottle' | 'shoes') => ({
    name: t(`packing.drawn.${item}.name`),
    size: t(`packing.drawn.${item}.size`),
  });
  return (
    <section aria-labelledby="packing-title" className="contour-top gutter py-20 md:py-28">
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-[1.3fr_1fr] lg:items-end">
        <h2 id="packing-title" className="display text-heading">
          {t('packing.title')}
        </h2>
        <p className="measure text-muted">{t('packing.text')}</p>
      </div>
      <figure className="mt-10">
        <SceneDrawing
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
        />
        <figcaption className="measure mt-4 text-small text-muted">{t('packing.note')}</figcaption>
      </figure>
      <ul className="mt-8 grid grid-cols-1 gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {packed.map((item) => (
          <li key={item} className="flex gap-4 contour-top py-4">
            <span aria-hidden="true" className="mt-1.5 size-4 shrink-0 border-2 border-accent" />
            {t(`packing.list.${item}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
