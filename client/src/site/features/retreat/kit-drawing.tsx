import type { ReactNode } from 'react';
import { handPath } from '@/shared/art/hand';
import type { Dot } from '@/shared/art/lines';
import { SceneText, type SceneView } from '@/shared/art/scene-drawing';

/** The things that are drawn: those of a summit, then those of the retreat. */
const kitItems = ['axe', 'rope', 'crampons', 'notebook', 'bottle', 'shoes'] as const;

type KitItem = (typeof kitItems)[number];

export const kitBoxes = {
  wide: { width: 1200, height: 640 },
  tall: { width: 360, height: 1010 },
};

type Texts = Record<KitItem, { name: string; size: string }>;

// Position and size of each thing.
const places: Record<SceneView, Record<KitItem, { x: number; y: number; scale: number }>> = {
  wide: {
    axe: { x: 150, y: 566, scale: 0.8 },
    rope: { x: 400, y: 230, scale: 1 },
    crampons: { x: 320, y: 494, scale: 1 },
    notebook: { x: 740, y: 110, scale: 1 },
    bottle: { x: 1030, y: 90, scale: 1 },
    shoes: { x: 770, y: 460, scale: 1 },
  },
  tall: {
    axe: { x: 84, y: 490, scale: 0.66 },
    rope: { x: 276, y: 164, scale: 0.68 },
    crampons: { x: 168, y: 372, scale: 0.6 },
    notebook: { x: 40, y: 600, scale: 0.72 },
    bottle: { x: 258, y: 590, scale: 0.78 },
    shoes: { x: 60, y: 850, scale: 0.85 },
  },
};

/** The things in one composition: in ink what a summit needs, in the accent colour what the retreat needs. */
export function KitDrawing({ view, texts }: { view: SceneView; texts: Texts }) {
  const at = places[view];
  const label = (item: KitItem, x: number, y: number) => (
    <Label
      {...texts[item]}
      x={at[item].x + x}
      y={at[item].y + y}
      isPacked={kitItems.indexOf(item) > 2}
    />
  );
  return (
    <>
      <Thing {...at.axe}>
        <IceAxe />
      </Thing>
      <Thing {...at.rope}>
        <Rope />
      </Thing>
      <Thing {...at.crampons}>
        <Crampon />
      </Thing>
      <Thing {...at.notebook} isPacked>
        <Notebook />
      </Thing>
      <Thing {...at.bottle} isPacked>
        <Bottle />
      </Thing>
      <Thing {...at.shoes} isPacked>
        <Shoe />
      </Thing>
      {view === 'wide' ? (
        <>
          {label('axe', -60, 36)}
          {label('rope', 120, -60)}
          {label('crampons', 40, 108)}
          {label('notebook', 10, 270)}
          {label('bottle', -20, 300)}
          {label('shoes', 20, 144)}
        </>
      ) : (
        <>
          {label('axe', -76, 34)}
          {label('rope', -70, 136)}
          {label('crampons', 0, 78)}
          {label('notebook', 0, 204)}
          {label('bottle', -16, 232)}
          {label('shoes', 0, 116)}
        </>
      )}
    </>
  );
}

type ThingProps = { x: number; y: number; scale: number; isPacked?: boolean; children: ReactNode };

const Thing = ({ x, y, scale, isPacked = false, children }: ThingProps) => (
  <g
    transform={`translate(${x} ${y}) scale(${scale})`}
    stroke={isPacked ? 'var(--color-accent)' : 'var(--color-ink)'}
    strokeWidth={1.7 / scale}
    fill="var(--color-raised)"
  >
    {children}
  </g>
);

type LabelProps = { name: string; size: string; x: number; y: number; isPacked: boolean };

const Label = ({ name, size, x, y, isPacked }: LabelProps) => (
  <>
    <SceneText x={x} y={y + 22} size={12.5} className="is-muted">
      {size}
    </SceneText>
    <SceneText x={x} y={y} size={15} className={`is-strong ${isPacked ? 'is-accent' : ''}`}>
      {name}
    </SceneText>
  </>
);

const dots = (...all: [x: number, y: number][]): Dot[] => all.map(([x, y]) => ({ x, y }));

/** A dimension between two points, in the colour of fine lines. `offset` is the way to the dimension line. */
function Dimension({ from, to, offset, text }: { from: Dot; to: Dot; offset: Dot; text: string }) {
  const [a, b] = [from, to].map((dot) => ({ x: dot.x + offset.x, y: dot.y + offset.y }));
  if (a === undefined || b === undefined) return null;
  const upright = a.x === b.x;
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const ticks = [a, b].map(({ x, y }) => `M${x - 5} ${y + 5}l10-10`).join('');
  return (
    <>
      <path
        d={`M${from.x} ${from.y}L${a.x} ${a.y}M${to.x} ${to.y}L${b.x} ${b.y}M${a.x} ${a.y}L${b.x} ${b.y}`}
        className="scene-fine"
      />
      <path d={ticks} />
      <g transform={upright ? `rotate(-90 ${middle.x} ${middle.y})` : undefined} stroke="none">
        <SceneText x={middle.x} y={middle.y - 6} size={16} anchor="middle" className="is-muted">
          {text}
        </SceneText>
      </g>
    </>
  );
}

// In millimetres: an axe of 58 cm, its spike at the origin.
function IceAxe() {
  const pick = dots([-6, -580], [14, -580], [60, -574], [105, -560], [148, -533], [152, -524]);
  const teeth = Array.from({ length: 7 }, (_, at) => {
    const x = 146 - at * 8;
    const y = -526 - at * 3.2;
    return dots([x, y], [x - 5, y + 4]);
  }).flat();
  const back = dots([62, -556], [14, -558], [-6, -558]);
  return (
    <>
      <path d={handPath(dots([-8, -45], [0, 0], [8, -45]), { seed: 1, closed: true })} />
      <path
        d={handPath(dots([-8, -45], [-8, -556], [8, -556], [8, -45]), { seed: 2, closed: true })}
      />
      <path
        d={
          handPath(dots([-8, -120], [8, -126]), { seed: 3 }) +
          handPath(dots([-8, -132], [8, -138]), { seed: 4 }) +
          handPath(dots([-8, -144], [8, -150]), { seed: 5 })
        }
      />
      <path d={handPath([...pick, ...teeth, ...back], { seed: 6, closed: true })} />
      <path
        d={handPath(
          dots([-6, -578], [-40, -572], [-72, -556], [-76, -548], [-44, -560], [-6, -564]),
          {
            seed: 7,
            closed: true,
          },
        )}
      />
      <circle cx="2" cy="-569" r="6" />
      <path d="M-8 -540c-40 60-44 210-30 300s22 60 8 90" fill="none" className="scene-fine" />
      <Dimension
        from={{ x: -8, y: 0 }}
        to={{ x: -8, y: -580 }}
        offset={{ x: -84, y: 0 }}
        text="580"
      />
      <Dimension
        from={{ x: 0, y: -584 }}
        to={{ x: 152, y: -584 }}
        offset={{ x: 0, y: -26 }}
        text="152"
      />
    </>
  );
}

// A coil of rope, tied in the middle.
function Rope() {
  const loops = Array.from({ length: 8 }, (_, at) => ({
    x: (at - 3.5) * 7,
    width: 62 + ((at * 37) % 17),
    height: 128 + ((at * 23) % 15),
  }));
  return (
    <>
      {loops.map(({ x, width, height }) => (
        <ellipse key={x} cx={x} cy="10" rx={width} ry={height} fill="none" />
      ))}
      <path d="M-46-40h92v34h-92z" />
      <path d="M-46-34h92M-46-27h92M-46-20h92M-46-13h92" />
      <path d="M46-10c50 20 70 80 40 128" fill="none" />
    </>
  );
}

// A crampon from the side: front points, ten points below, toe and heel.
function Crampon() {
  const points = [28, 66, 104, 158, 196, 232].flatMap((x) =>
    dots([x - 9, 34], [x, 70], [x + 9, 34]),
  );
  const frame = dots(
    [-14, 22],
    [0, 34],
    ...points.map(({ x, y }): [number, number] => [x, y]),
    [252, 34],
    [252, 22],
  );
  return (
    <>
      <path d={handPath(frame, { seed: 21, closed: true })} />
      <path
        d={handPath(dots([-14, 22], [-58, 48], [-46, 24], [-6, 14]), { seed: 22, closed: true })}
      />
      <path d={handPath(dots([0, 34], [-22, 74], [14, 36]), { seed: 23, closed: true })} />
      <path d="M4 22c-12-34 20-52 54-44M214 22c2-44 26-62 44-58l8 30" fill="none" />
      <path d="M258-36l16-8 2 34-14 4z" />
      <path d="M112 22h34v6h-34z" />
    </>
  );
}

function Notebook() {
  const lines = [50, 78, 106, 134, 162].map((y) =>
    handPath(dots([36, y], [150, y - 8]), { seed: y }),
  );
  return (
    <>
      <path
        d={handPath(dots([0, 10], [172, -4], [188, 212], [14, 226]), { seed: 31, closed: true })}
      />
      <path d={handPath(dots([20, 8], [34, 224]), { seed: 32 })} />
      <path d={lines.join('')} className="scene-fine" />
      <path
        d={handPath(dots([60, 186], [92, 120], [112, 156], [136, 96], [168, 178]), { seed: 33 })}
        fill="none"
      />
      <path
        d={handPath(dots([200, 232], [96, 92], [88, 72], [108, 84], [212, 224]), {
          seed: 34,
          closed: true,
        })}
      />
      <path d="M96 92l12-8M190 218l12-9" />
    </>
  );
}

function Bottle() {
  return (
    <>
      <path
        d={handPath(
          dots([0, 70], [18, 46], [62, 46], [80, 70], [80, 254], [70, 266], [10, 266], [0, 254]),
          { seed: 41, closed: true },
        )}
      />
      <path
        d={handPath(dots([22, 46], [22, 12], [58, 12], [58, 46]), { seed: 42, closed: true })}
      />
      <path d="M58 16c20 0 24 20 10 30" fill="none" />
      <path d={handPath(dots([0, 140], [80, 140]), { seed: 43 })} strokeDasharray="6 5" />
      <path d="M56 168h24M64 190h16M56 212h24M64 234h16" />
    </>
  );
}

function Shoe() {
  return (
    <>
      <path d="M0 84c-4-34 2-58 6-82 18 8 40 8 56-2 12 30 44 44 88 52 30 6 44 18 44 32z" />
      <path d="M-4 84h202c4 8 2 18-4 22h-190c-8-4-10-14-8-22z" />
      <path d="M60 20l28-10M72 36l28-12M88 48l26-14M4 30c18 8 40 8 58 0M20 106v-8M52 106v-8M84 106v-8M116 106v-8M148 106v-8" />
      <path d="M150 52c-4 12-2 22 6 32" fill="none" />
    </>
  );
}
