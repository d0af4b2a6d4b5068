import { useTranslation } from '@/shared/i18n';
import { simplified } from '@/shared/art/lines';
import { SceneDrawing, SceneText, type SceneView } from '@/shared/art/scene-drawing';
import { stagePlan } from './stage-plan';

const parts = ['question', 'list', 'storm', 'turn', 'step'] as const;

/** A talk seen from above: a rope goes through the rows, with a knot for each of its five parts. */
export function TalkScene() {
  const { t } = useTranslation('speaking');
  return (
    <section aria-labelledby="talk-title" className="altitude gutter py-20 md:py-28">
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-[1.3fr_1fr] lg:items-end">
        <h2 id="talk-title" className="display text-heading">
          {t('talk.title')}
        </h2>
        <p className="measure text-muted">{t('talk.text')}</p>
      </div>
      <figure className="mt-10">
        <SceneDrawing
          label={t('talk.label')}
          wide={stagePlan('wide')}
          tall={stagePlan('tall')}
          render={(view) => <Plan view={view} stage={t('talk.stage')} />}
        />
      </figure>
      <ol className="mt-8 grid grid-cols-1 gap-x-8 sm:grid-cols-2 lg:grid-cols-5">
        {parts.map((part, at) => (
          <li key={part} className="contour-top py-5">
            <span aria-hidden="true" className="figure text-title text-accent">
              {at + 1}
            </span>
            <h3 className="mt-2 font-medium">{t(`talk.parts.${part}.title`)}</h3>
            <p className="mt-1 text-small text-muted">{t(`talk.parts.${part}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Plan({ view, stage: name }: { view: SceneView; stage: string }) {
  const { stage, rope, knots, width } = stagePlan(view);
  const wide = view === 'wide';
  const half = wide ? 150 : 84;
  return (
    <>
      <use href={`/art/seats.svg#${view}`} stroke="var(--color-ink)" />
      <path
        d={`M${stage.x - half} ${stage.y + 34}v-40q${half}-46 ${2 * half} 0v40`}
        fill="var(--color-raised)"
        className="scene-ink"
      />
      <SceneText
        x={stage.x}
        y={stage.y + 22}
        size={wide ? 15 : 13}
        anchor="middle"
        className="is-muted"
      >
        {name}
      </SceneText>
      <path d={`M8 ${stage.y + 34}H${width - 8}`} className="scene-fine" />
      <path
        d={`M${simplified(rope, 0.2)
          .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
          .join('L')}`}
        pathLength={1}
        strokeWidth="4"
        className="scene-bold scene-drawn"
      />
      {knots.map(({ x, y }, at) => (
        <g key={`${x}`}>
          <circle cx={x} cy={y} r={wide ? 19 : 16} fill="var(--color-accent)" />
          <text
            x={x}
            y={y + (wide ? 7 : 6)}
            textAnchor="middle"
            fontSize={wide ? 20 : 17}
            fill="var(--color-accent-ink)"
            className="figure"
          >
            {at + 1}
          </text>
        </g>
      ))}
    </>
  );
}
