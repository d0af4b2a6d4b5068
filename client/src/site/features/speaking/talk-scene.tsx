import { useTranslation } from '@/shared/i18n';
import { simplified } from '@/shared/art/lines';
import { SceneText, type SceneView } from '@/shared/art/scene-drawing';
import { SceneParts, SceneSection } from '@/shared/art/scene-section';
import { stagePlan } from './stage-plan';

const parts = ['question', 'list', 'storm', 'turn', 'step'] as const;

/** A talk seen from above: a rope goes through the rows, with a knot for each of its five parts. */
export function TalkScene() {
  const { t } = useTranslation('speaking');
  return (
    <SceneSection
      id="talk-title"
      title={t('talk.title')}
      text={t('talk.text')}
      className="altitude py-20 md:py-28"
      label={t('talk.label')}
      wide={stagePlan('wide')}
      tall={stagePlan('tall')}
      render={(view) => <Plan view={view} stage={t('talk.stage')} />}
    >
      <SceneParts
        parts={parts.map((part) => ({
          title: t(`talk.parts.${part}.title`),
          text: t(`talk.parts.${part}.text`),
        }))}
      />
    </SceneSection>
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
