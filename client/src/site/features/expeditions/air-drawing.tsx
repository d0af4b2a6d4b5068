import { SceneText, type SceneView } from '@/shared/art/scene-drawing';
import { simplified, type Dot } from '@/shared/art/lines';
import {
  airBoxes,
  airTopM,
  airY,
  labelRows,
  oxygenDot,
  temperatureDot,
  temperatures,
  type AirBox,
} from './air-chart';

type Place = { name: string; m: number; oxygen: string; temperature: string };

type Texts = {
  oxygen: string;
  temperature: string;
  percent: (value: number) => string;
  degrees: (value: number) => string;
};

type Props = {
  view: SceneView;
  /** In descending order. */
  places: Place[];
  metres: (m: number) => string;
  texts: Texts;
};

const thousands = [0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000];

/** The chart in one composition: the air as dots, both curves, and the places beside them. */
export function AirDrawing({ view, places, metres, texts }: Props) {
  const box = airBoxes[view];
  const wide = view === 'wide';
  const altitudes = Array.from({ length: 46 }, (_, at) => (at / 45) * airTopM);
  return (
    <>
      <use
        href={`/art/air.svg#${view}`}
        stroke="var(--color-accent)"
        strokeOpacity="0.55"
        strokeWidth={wide ? 3 : 2.4}
      />
      {thousands.map((m) => (
        <g key={m}>
          <path
            d={`M8 ${airY(m, box)}H${box.width - 8}`}
            className="scene-fine"
            strokeDasharray={m === 0 ? undefined : '1 7'}
          />
          <SceneText x={8} y={airY(m, box) - 5} size={11.5} className="is-muted">
            {metres(m)}
          </SceneText>
        </g>
      ))}
      <path
        d={linePath([temperatureDot(0, box), temperatureDot(airTopM, box)])}
        className="scene-ink"
        strokeDasharray="7 5"
      />
      <path
        d={linePath(
          simplified(
            altitudes.map((m) => oxygenDot(m, box)),
            0.2,
          ),
        )}
        pathLength={1}
        strokeWidth="3.4"
        className="scene-bold scene-drawn"
      />
      <Scales box={box} wide={wide} texts={texts} />
      <Labels box={box} wide={wide} places={places} />
    </>
  );
}

const linePath = (dots: Dot[]) => `M${dots.map(({ x, y }) => `${x} ${y}`).join('L')}`;

// Oxygen below the chart, temperature above it.
function Scales({ box, wide, texts }: { box: AirBox; wide: boolean; texts: Texts }) {
  const size = wide ? 13 : 11.5;
  const at = (part: number) => box.start + part * (box.end - box.start);
  const degrees = (wide ? [-40, -20, 0] : [-40, 0]).map((value) => ({
    value,
    x: at((value - temperatures.least) / (temperatures.most - temperatures.least)),
  }));
  return (
    <>
      {[0, 50, 100].map((value) => (
        <g key={value}>
          <path d={`M${at(value / 100)} ${box.foot}v7`} className="scene-bold" />
          <SceneText
            x={at(value / 100)}
            y={box.foot + 24}
            size={size}
            anchor="middle"
            className="is-accent"
          >
            {texts.percent(value)}
          </SceneText>
        </g>
      ))}
      <SceneText
        x={box.start}
        y={box.foot + 48}
        size={wide ? 15 : 12.5}
        className="is-accent is-strong"
      >
        {texts.oxygen}
      </SceneText>
      {degrees.map(({ value, x }) => (
        <g key={value}>
          <path d={`M${x} ${box.top}v-7`} className="scene-ink" />
          <SceneText x={x} y={box.top - 12} size={size} anchor="middle" className="is-muted">
            {texts.degrees(value)}
          </SceneText>
        </g>
      ))}
      <SceneText
        x={box.start}
        y={box.foot + (wide ? 70 : 72)}
        size={wide ? 15 : 12.5}
        className="is-muted"
      >
        {`- - -  ${texts.temperature}`}
      </SceneText>
    </>
  );
}

function Labels({ box, wide, places }: { box: AirBox; wide: boolean; places: Place[] }) {
  const rows = labelRows(
    places.map(({ m }) => m),
    box,
    wide ? 24 : 23,
  );
  return places.map(({ name, m, oxygen, temperature }, at) => {
    const dot = oxygenDot(m, box);
    const y = rows[at] ?? dot.y;
    const line = `M${dot.x} ${dot.y}L${box.labels - (wide ? 60 : 12)} ${y}H${box.labels - 6}`;
    return (
      <g key={name}>
        <path d={line} className="scene-fine" strokeOpacity="0.75" />
        <circle
          cx={dot.x}
          cy={dot.y}
          r={wide ? 4 : 3.2}
          fill="var(--color-raised)"
          className="scene-bold"
          strokeWidth="2"
        />
        <SceneText x={box.labels} y={y + 5} size={wide ? 15 : 12.5}>
          {name}
        </SceneText>
        <SceneText
          x={wide ? 1100 : box.width - 8}
          y={y + 5.5}
          size={wide ? 18 : 15}
          anchor="right"
          className="figure is-accent"
        >
          {oxygen}
        </SceneText>
        {wide && (
          <SceneText x={1180} y={y + 5} size={14} anchor="right" className="is-muted">
            {temperature}
          </SceneText>
        )}
      </g>
    );
  });
}
