import { useId, useMemo } from 'react';
import { ridgedNoise } from './noise';

const width = 400;
const height = 500;
const step = 16; // units between two points of a line

type Props = {
  /** The accessible name: it says that this is a drawing. */
  label: string;
  className?: string;
};

/**
 * A climber on a rope, in the lines that the mountains are drawn with. It stands where a portrait will, and
 * does not look like one: nobody's features are drawn.
 */
export function ClimberDrawing({ label, className = '' }: Props) {
  const { ridges, hatch } = useMemo(() => drawLines(), []);
  const id = useId();
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className={`border border-line bg-raised text-ink rtl:-scale-x-100 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <mask id={`${id}figure`}>
        <Figure grow={0} />
      </mask>
      <mask id={`${id}around`}>
        <rect width={width} height={height} fill="#fff" />
        <g className="[&_*]:fill-black [&_*]:stroke-black">
          <Figure grow={9} />
        </g>
      </mask>
      <g mask={`url(#${id}around)`}>
        {ridges.map((path, at) => (
          <path key={path} d={path} strokeWidth="1.2" strokeOpacity={0.25 + at * 0.02} />
        ))}
        <path
          className="text-accent"
          d="M-6 486C70 470 150 420 196 318M212 300C270 268 330 216 406 150"
          strokeWidth="3"
        />
      </g>
      <g mask={`url(#${id}figure)`} strokeWidth="2.1">
        {hatch.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
      {/* The axe, in the hand ahead. */}
      <g strokeWidth="4">
        <path d="M286 366 306 236M288 240l34-6" />
      </g>
    </svg>
  );
}

// Head with hood, pack, body leaning uphill, arms and legs: what is white shows in a mask.
function Figure({ grow }: { grow: number }) {
  const limb = (of: number) => of + 2 * grow;
  return (
    <g stroke="#fff" fill="none" strokeLinecap="round" strokeLinejoin="round">
      <circle cx="238" cy="160" r={25 + grow} fill="#fff" stroke="none" />
      <path d="M182 214Q150 218 144 262L150 300" strokeWidth={limb(44)} />
      <path d="M224 206Q206 250 196 306" strokeWidth={limb(54)} />
      <path d="M230 210Q252 250 262 276" strokeWidth={limb(22)} />
      <path d="M232 208Q272 226 302 256" strokeWidth={limb(22)} />
      <path d="M204 312 252 346 244 408 268 410" strokeWidth={limb(32)} />
      <path d="M190 312 178 376 140 434 162 442" strokeWidth={limb(32)} />
    </g>
  );
}

function drawLines(): { ridges: string[]; hatch: string[] } {
  const noise = ridgedNoise(2017, 3);
  // A slope that rises with the rope, and the air above it.
  const ridges = Array.from({ length: 30 }, (_, line) =>
    pathAlong((x) => {
      const base = 70 + line * 17 - x * 0.26 * (line / 30);
      return base - (8 + line) * noise(x / 120, line / 4) * (line / 18);
    }),
  );
  const hatch = Array.from({ length: 66 }, (_, line) =>
    pathAlong((x) => 128 + line * 5 - x * 0.12 + 4 * noise(x / 60, line / 6)),
  );
  return { ridges, hatch };
}

function pathAlong(heightAt: (x: number) => number): string {
  const dots = Array.from({ length: width / step + 1 }, (_, point) => {
    const x = point * step;
    return `${x} ${heightAt(x).toFixed(1)}`;
  });
  return `M${dots.join('L')}`;
}
