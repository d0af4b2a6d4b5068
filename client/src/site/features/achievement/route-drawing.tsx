import { useId } from 'react';
import { pathOf, type Dot } from '@/shared/art/lines';
import { isRightToLeft, SceneText, type SceneView } from '@/shared/art/scene-drawing';
import { hatchOf } from './route-ground';
import {
  labelsAbove,
  labelsBeside,
  sectionBoxes,
  sectionOf,
  type Label,
  type Section,
} from './route-section';
import type { Ground, Route, Stop } from './routes';

/** The texts of a stop. */
type StopTexts = { name: string; altitude: string };

type Props = {
  view: SceneView;
  slug: string;
  route: Route;
  stops: StopTexts[];
  /** An attempt has a broken line. */
  attempt: boolean;
  metres: (m: number) => string;
  grounds: Record<Ground, string>;
  /** The rows of the title block: name and value. */
  block: [name: string, value: string][];
};

const letter = { wide: 8.4, tall: 7.4 }; // width of a letter, in units of the drawing

/** The altitude profile in one composition: scale, ground, route, stops with labels, legend and title block. */
export function RouteSection({ view, slug, route, stops, attempt, metres, grounds, block }: Props) {
  const box = sectionBoxes[view];
  const section = sectionOf(slug, route, box);
  const widths = stops.map(
    ({ name, altitude }) => Math.max(name.length, altitude.length) * letter[view],
  );
  const labels = view === 'wide' ? labelsAbove(section, widths) : labelsBeside(section, box, 46);
  return (
    <>
      <Scale section={section} end={box.width - (view === 'wide' ? 40 : 8)} metres={metres} />
      <Earth section={section} />
      {section.legs.map(({ ground, dots }, at) => (
        <path
          key={dots[0]?.x}
          d={hatchOf(ground, dots, at)}
          className="scene-ink"
          strokeOpacity="0.62"
          strokeWidth="1.1"
        />
      ))}
      <path
        d={pathOf(section.legs.map(({ dots }) => dots))}
        pathLength={attempt ? undefined : 1}
        strokeDasharray={attempt ? '9 7' : undefined}
        className={`scene-bold ${attempt ? '' : 'scene-drawn'}`}
      />
      {section.stops.map((stop, at) => (
        <StopMark
          key={stop.name}
          stop={stop}
          texts={stops[at]}
          label={labels[at]}
          view={view}
          attempt={attempt}
        />
      ))}
      <Legend view={view} section={section} grounds={grounds} />
      {view === 'wide' && <TitleBlock rows={block} />}
    </>
  );
}

type ScaleProps = { section: Section; end: number; metres: (m: number) => string };

function Scale({ section, end, metres }: ScaleProps) {
  return section.scale.map(({ m, y }) => (
    <g key={m}>
      <path d={`M8 ${y}H${end}`} className="scene-fine" strokeOpacity="0.5" strokeDasharray="1 7" />
      <SceneText x={8} y={y - 5} size={11.5} className="is-muted">
        {metres(m)}
      </SceneText>
    </g>
  ));
}

// The ground below the profile, which fades downward.
function Earth({ section }: { section: Section }) {
  const id = useId();
  const line = section.legs.flatMap(({ dots }) => dots);
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined) return null;
  const foot = Math.max(...line.map(({ y }) => y)) + 60;
  // The far side of the mountain, which the route does not take.
  const far = [
    { x: last.x, y: last.y },
    { x: last.x + 12, y: last.y + 22 },
    { x: last.x + 19, y: last.y + 58 },
    { x: last.x + 30, y: last.y + 96 },
  ];
  return (
    <>
      <defs>
        <linearGradient id={id} x2="0" y2="1">
          <stop stopColor="var(--color-accent)" stopOpacity="0.16" />
          <stop offset="1" stopColor="var(--color-accent)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path
        d={`${pathOf([[...line, ...far]])}V${foot}H${Math.round(first.x)}z`}
        fill={`url(#${id})`}
      />
      <path d={pathOf([far])} className="scene-fine" />
    </>
  );
}

type StopMarkProps = {
  stop: Stop & Dot;
  texts: StopTexts | undefined;
  label: Label | undefined;
  view: SceneView;
  attempt: boolean;
};

function StopMark({ stop, texts, label, view, attempt }: StopMarkProps) {
  if (texts === undefined || label === undefined) return null;
  const isSummit = stop.kind === 'summit';
  const leader =
    view === 'wide'
      ? `M${stop.x} ${stop.y - 14}V${label.y + 6}`
      : `M${stop.x + 10} ${stop.y}L${label.x - 20} ${label.y}H${label.x - 6}`;
  const anchor = view === 'wide' ? 'right' : 'left';
  const x = view === 'wide' ? stop.x + 8 : label.x;
  const y = view === 'wide' ? label.y - 21 : label.y - 4;
  return (
    <>
      <path d={leader} className="scene-fine" />
      <StopSymbol stop={stop} attempt={attempt} />
      <SceneText
        x={x}
        y={y + 21}
        anchor={anchor}
        size={view === 'wide' ? 18 : 17}
        className="figure is-accent"
      >
        {texts.altitude}
      </SceneText>
      <SceneText
        x={x}
        y={y}
        anchor={anchor}
        size={view === 'wide' ? 15.5 : 14}
        className={isSummit ? 'is-strong' : ''}
      >
        {texts.name}
      </SceneText>
    </>
  );
}

// A tent, a hut, a mark for a place that is passed, and the survey triangle of a summit.
function StopSymbol({ stop: { kind, x, y }, attempt }: { stop: Stop & Dot; attempt: boolean }) {
  const ground = { fill: 'var(--color-raised)', className: 'scene-ink' };
  if (kind === 'base')
    return (
      <path
        d={`M${x - 24} ${y}h36l-9-15h-18zM${x - 15} ${y - 15}l6 15M${x - 15} ${y - 15}v-12h9l-3 3.5 3 3.5h-9`}
        {...ground}
      />
    );
  if (kind === 'camp')
    return <path d={`M${x - 11} ${y}l11-13 11 13zM${x} ${y - 13}v13`} {...ground} />;
  if (kind === 'hut')
    return <path d={`M${x - 10} ${y}v-9l10-7 10 7v9zM${x - 2} ${y}v-6h5v6`} {...ground} />;
  if (kind === 'place') return <circle cx={x} cy={y} r="4.5" {...ground} />;
  return (
    <path
      d={`M${x - 9} ${y + 6}l9-16 9 16z`}
      fill={attempt ? 'var(--color-raised)' : 'var(--color-accent)'}
      className="scene-bold"
    />
  );
}

type LegendProps = { view: SceneView; section: Section; grounds: Record<Ground, string> };

// Only the kinds of ground that this route has.
function Legend({ view, section, grounds }: LegendProps) {
  const present = new Set(section.legs.map(({ ground }) => ground));
  const kinds = (['path', 'rock', 'snow', 'ice'] as const).filter((kind) => present.has(kind));
  const wide = view === 'wide';
  return kinds.map((kind, at) => {
    const x = wide ? 60 + at * 172 : 12 + (at % 2) * 170;
    const y = wide ? 612 : 600 + Math.floor(at / 2) * 24;
    const dots = [0, 12, 24, 36].map((step): Dot => ({ x: x + step, y: y - 8 }));
    return (
      <g key={kind}>
        <path d={`M${x} ${y - 8}h36`} className="scene-ink" />
        <path
          d={hatchOf(kind, dots, 40 + at)}
          className="scene-ink"
          strokeOpacity="0.62"
          strokeWidth="1.1"
        />
        <SceneText x={x + 46} y={y} size={13} className="is-muted">
          {grounds[kind]}
        </SceneText>
      </g>
    );
  });
}

// As in the corner of an engineer's drawing.
function TitleBlock({ rows }: { rows: [name: string, value: string][] }) {
  const [x, y, width, line] = [778, 492, 382, 40];
  return (
    <>
      <path
        d={`M${x} ${y}h${width}v${line * rows.length}h${-width}z`}
        fill="var(--color-raised)"
        className="scene-ink"
      />
      {rows.map(([name, value], at) => {
        const rtl = isRightToLeft(name);
        const start = { x: rtl ? x + width - 12 : x + 12, anchor: rtl ? 'right' : 'left' } as const;
        return (
          <g key={name}>
            {at > 0 && <path d={`M${x} ${y + at * line}h${width}`} className="scene-fine" />}
            <SceneText {...start} y={y + at * line + 15} size={10.5} className="is-muted">
              {name}
            </SceneText>
            <SceneText {...start} y={y + at * line + 32} size={14} className="is-strong">
              {value}
            </SceneText>
          </g>
        );
      })}
    </>
  );
}
