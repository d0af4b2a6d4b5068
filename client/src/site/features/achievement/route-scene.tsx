import { oxygenAt } from '@/shared/art/air';
import { SceneDrawing } from '@/shared/art/scene-drawing';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { localised } from '@/shared/i18n/localised';
import type { Achievement } from './achievement';
import { RouteSection, type StopTexts } from './route-drawing';
import { sectionBoxes } from './route-section';
import { routeTo, type Route } from './routes';

/** The route to the summit as an altitude profile with its camps, and as a table; nothing without a known route. */
export function RouteScene({ peak }: { peak: Achievement }) {
  const { t } = useTranslation(['routes', 'site']);
  const language = useLanguage();
  const known = routeTo(peak.slug, peak.height_m);
  const stops = useStopTexts(known?.route ?? []);
  if (known === undefined) return null;
  const { slug, route } = known;
  const line = t(`lines.${slug}`);
  const metres = (m: number) => t('site:unit.metres', { value: formatNumber(m, language) });
  const [low, high] = [route[0]?.m ?? 0, peak.height_m];
  return (
    <section aria-labelledby="route-title" className="gutter pt-20 md:pt-28">
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-[1.3fr_1fr] lg:items-end">
        <div>
          <h2 id="route-title" className="display text-heading">
            {t('title')}
          </h2>
          <p className="mt-3 text-lead text-accent">{line}</p>
        </div>
        <p className="measure text-muted">{t('text')}</p>
      </div>
      <figure className="mt-10">
        <SceneDrawing
          label={t('label', {
            name: localised(peak, 'name', language).text,
            line,
            from: metres(low),
            to: metres(high),
          })}
          {...sectionBoxes}
          render={(view) => (
            <RouteSection
              view={view}
              slug={slug}
              route={route}
              stops={stops}
              attempt={peak.is_attempt}
              metres={metres}
              grounds={{
                path: t('ground.path'),
                rock: t('ground.rock'),
                snow: t('ground.snow'),
                ice: t('ground.ice'),
              }}
              block={[
                [t('block.route'), line],
                [t('block.climb'), metres(high - low)],
                [t('block.scale'), t('block.toScale')],
              ]}
            />
          )}
        />
        <figcaption className="measure mt-4 text-small text-muted">
          {t('note')} {peak.is_attempt && t('attempt')}
        </figcaption>
      </figure>
      <StopTable stops={stops} route={route} />
    </section>
  );
}

function StopTable({ stops, route }: { stops: StopTexts[]; route: Route }) {
  const { t } = useTranslation('routes');
  const language = useLanguage();
  const cell = 'py-2.5 pe-4 text-start font-normal';
  return (
    <details className="question mt-6 border-y border-line">
      <summary className="flex min-h-14 items-center justify-between gap-6 py-2.5 font-medium">
        {t('table.title')}
        <span aria-hidden="true" className="question-sign" />
      </summary>
      <table className="mb-6 w-full max-w-3xl text-small">
        <thead className="text-muted">
          <tr>
            <th scope="col" className={cell}>
              {t('table.stop')}
            </th>
            <th scope="col" className={cell}>
              {t('table.altitude')}
            </th>
            <th scope="col" className={cell}>
              {t('table.oxygen')}
            </th>
          </tr>
        </thead>
        <tbody>
          {stops.map(({ name, altitude }, at) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className={cell}>
                {name}
              </th>
              <td className={cell}>{altitude}</td>
              <td className={cell}>
                {t('table.percent', {
                  value: formatNumber(oxygenAt(route[at]?.m ?? 0) * 100, language),
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function useStopTexts(route: Route): StopTexts[] {
  const { t } = useTranslation(['routes', 'site']);
  const language = useLanguage();
  return route.map(({ name, m }) => ({
    name: t(`stops.${name}`),
    altitude: t('site:unit.metres', { value: formatNumber(m, language) }),
  }));
}
