import type { ReactNode } from 'react';
import { handPath } from '@/shared/art/hand';
import type { Dot } from '@/shared/art/lines';
import type { SceneView } from '@/shared/art/scene-drawing';

/** The places in the order of their numbers. */
export const logoSpots = ['chest', 'sleeve', 'pack', 'tent', 'flag'] as const;

export const logoBoxes = {
  wide: { width: 1200, height: 660 },
  tall: { width: 360, height: 690 },
};

type Place = { x: number; y: number; scale: number };

const places: Record<SceneView, Record<'suit' | 'pack' | 'tent' | 'flag', Place>> = {
  wide: {
    tent: { x: 56, y: 262, scale: 1 },
    suit: { x: 506, y: 52, scale: 1.04 },
    pack: { x: 800, y: 286, scale: 0.98 },
    flag: { x: 1020, y: 96, scale: 1 },
  },
  tall: {
    suit: { x: 46, y: 24, scale: 0.76 },
    flag: { x: 242, y: 46, scale: 0.6 },
    pack: { x: 240, y: 476, scale: 0.58 },
    tent: { x: 18, y: 486, scale: 0.5 },
  },
};

/** Tent, suit, pack and flag in one composition, with a numbered mark at each place. */
export function LogoDrawing({ view }: { view: SceneView }) {
  const at = places[view];
  const ground = logoBoxes[view].height - (view === 'wide' ? 58 : 34);
  return (
    <>
      <path d={`M12 ${ground}H${logoBoxes[view].width - 12}`} className="scene-fine" />
      <Group {...at.flag}>
        <Flag />
        <Spot number={5} x={44} y={26} width={76} height={34} scale={at.flag.scale} />
      </Group>
      <Group {...at.tent}>
        <Tent />
        <Spot number={4} x={246} y={206} width={86} height={34} scale={at.tent.scale} />
      </Group>
      <Group {...at.pack}>
        <Pack />
        <Spot number={3} x={52} y={16} width={66} height={22} scale={at.pack.scale} />
      </Group>
      <Group {...at.suit}>
        <Suit />
        <Spot number={1} x={112} y={164} width={42} height={24} scale={at.suit.scale} />
        <Spot number={2} x={12} y={214} width={26} height={30} scale={at.suit.scale} side={-1} />
      </Group>
    </>
  );
}

const Group = ({ x, y, scale, children }: Place & { children: ReactNode }) => (
  <g
    transform={`translate(${x} ${y}) scale(${scale})`}
    stroke="var(--color-ink)"
    strokeWidth={1.7 / scale}
    fill="var(--color-raised)"
  >
    {children}
  </g>
);

type SpotProps = {
  number: number;
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number;
  /** The side of its number: 1 is the right one, the default. */
  side?: 1 | -1;
};

// A dashed field with its number on a leader.
function Spot({ number, x, y, width, height, scale, side = 1 }: SpotProps) {
  const edge = side === 1 ? x + width : x;
  const mark: Dot = { x: edge + (side * 30) / scale, y: y - 16 / scale };
  const radius = 15 / scale;
  return (
    <>
      <path
        d={`M${x} ${y}h${width}v${height}h${-width}z`}
        fill="var(--color-accent)"
        fillOpacity="0.16"
        stroke="var(--color-accent)"
        strokeWidth={2 / scale}
        strokeDasharray={`${5 / scale} ${4 / scale}`}
      />
      <path d={`M${edge} ${y}L${mark.x} ${mark.y}`} stroke="var(--color-accent)" />
      <circle cx={mark.x} cy={mark.y} r={radius} fill="var(--color-accent)" stroke="none" />
      <text
        x={mark.x}
        y={mark.y + radius * 0.38}
        textAnchor="middle"
        fontSize={radius * 1.15}
        fill="var(--color-accent-ink)"
        stroke="none"
        className="figure"
      >
        {number}
      </text>
    </>
  );
}

const dots = (...all: [x: number, y: number][]): Dot[] => all.map(([x, y]) => ({ x, y }));
const mirrored = (all: Dot[]) => all.map(({ x, y }) => ({ x: 188 - x, y }));

const arm = dots([44, 128], [18, 182], [-6, 276], [26, 292], [52, 216]);
const leg = dots([30, 292], [94, 300], [91, 390], [88, 488], [36, 488], [28, 388]);
const boot = dots([34, 488], [90, 488], [92, 524], [14, 524], [18, 508]);

// A climber in a down suit, from the front: 188 wide.
function Suit() {
  const quilts = [150, 176, 202, 228, 254, 280].map(
    (y) => `M${42 - (y - 150) * 0.08} ${y}q52 13 ${104 + (y - 150) * 0.16} 0`,
  );
  const knees = [326, 356, 386, 416, 446, 474].map((y) => `M32 ${y}q28 9 57 0M99 ${y}q28 9 57 0`);
  const sleeves = [168, 196, 224, 252].map(
    (y) =>
      `M${24 - (y - 168) * 0.26} ${y}q14 12 31 3M133 ${y + 3}q17 9 ${31 + (y - 168) * 0.26} -3`,
  );
  return (
    <>
      <path d={handPath(leg, { seed: 51, closed: true })} />
      <path d={handPath(mirrored(leg), { seed: 52, closed: true })} />
      <path d={handPath(boot, { seed: 53, closed: true })} />
      <path d={handPath(mirrored(boot), { seed: 54, closed: true })} />
      <path
        d="M14 524l4 12 10-12 8 12 10-12 8 12 10-12 8 12 10-12M174 524l-4 12-10-12-8 12-10-12-8 12-10-12-8 12-10-12"
        fill="none"
      />
      <path d={handPath(arm, { seed: 55, closed: true })} />
      <path d={handPath(mirrored(arm), { seed: 56, closed: true })} />
      <path d={sleeves.join('')} fill="none" className="scene-fine" />
      <path d="M-6 276c-14 14-14 40 2 50s32-6 30-34zM194 276c14 14 14 40-2 50s-32-6-30-34z" />
      <path
        d={handPath(dots([44, 122], [144, 122], [160, 300], [28, 300]), { seed: 57, closed: true })}
      />
      <path d={[...quilts, ...knees].join('')} fill="none" className="scene-fine" />
      <path d="M94 128v170" fill="none" />
      <path d="M42 122c-6-70 14-116 52-116s58 46 52 116z" />
      <path d="M60 112c-8-46 6-82 34-82s42 36 34 82c-20 10-48 10-68 0z" fill="none" />
      <path
        d="M58 58c22-10 50-10 72 0l-4 24c-10 6-20 4-28-6h-8c-8 10-18 12-28 6z"
        fill="var(--color-ink)"
        fillOpacity="0.16"
      />
      <path d="M30 292h128v16h-128zM84 292h20v16h-20z" />
    </>
  );
}

function Pack() {
  return (
    <>
      <path
        d={handPath(dots([12, 52], [158, 52], [176, 296], [-6, 296]), { seed: 61, closed: true })}
      />
      <path d={handPath(dots([20, 0], [150, 0], [164, 54], [6, 54]), { seed: 62, closed: true })} />
      <path d="M40 54v242M130 54v242" fill="none" className="scene-fine" />
      <path
        d={handPath(dots([34, 150], [136, 150], [142, 270], [28, 270]), { seed: 63, closed: true })}
      />
      <path d="M34 176h102M84 150v26" fill="none" />
      <path d="M56 0c4-20 50-20 56 0M-2 210c-22 8-24 60-4 74M172 210c22 8 24 60 4 74" fill="none" />
      <path d="M150 64l24-40 8 4-22 46M10 300h152v10h-152z" />
    </>
  );
}

function Tent() {
  return (
    <>
      <path d="M0 340C60 130 130 30 200 22c72 8 142 108 202 318z" />
      <path d="M200 22C150 110 120 220 116 340M200 22c56 90 90 200 96 318" fill="none" />
      <path d="M116 340c4-90 22-160 52-196 34 40 52 110 56 196z" />
      <path d="M168 144c-4 60-6 130-4 196" fill="none" className="scene-fine" />
      <path d="M20 276L-34 342M382 276l54 66M200 22v-18" fill="none" className="scene-fine" />
      <path d="M40 232c96 34 230 34 322 0" fill="none" className="scene-fine" />
    </>
  );
}

function Flag() {
  return (
    <>
      <path d={handPath(dots([0, 0], [2, 506]), { seed: 71 })} fill="none" strokeWidth="4" />
      <path d="M2 6c40-18 74 16 140-4l-4 88c-62 20-96-14-136 4z" />
      <path d="M-14 506l16-30 18 30z" />
    </>
  );
}
