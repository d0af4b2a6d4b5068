import { handPath } from '@/shared/art/hand';
import type { Dot } from '@/shared/art/lines';
import { SceneText, type SceneView } from '@/shared/art/scene-drawing';

export const deskBoxes = {
  wide: { width: 820, height: 600 },
  tall: { width: 360, height: 300 },
};

type Props = { view: SceneView; texts: { mountain: string; height: string; drawn: string } };

const scales: Record<SceneView, number> = { wide: 1, tall: 0.439 };

/** A desk at base camp, from above: a map, a letter, its envelope, a radio and a compass. */
export function DeskDrawing({ view, texts }: Props) {
  const scale = scales[view];
  return (
    <g
      transform={`translate(0 ${view === 'wide' ? 0 : 14}) scale(${scale})`}
      stroke="var(--color-ink)"
      strokeWidth={1.7 / scale}
      fill="var(--color-raised)"
    >
      <MapSheet {...texts} size={view === 'wide' ? 15 : 30} />
      <Radio />
      <Envelope />
      <Letter />
      <Compass />
    </g>
  );
}

const dots = (...all: [x: number, y: number][]): Dot[] => all.map(([x, y]) => ({ x, y }));

// Folded twice across and once along; the contour lines are those of the drawn mountain.
function MapSheet({
  mountain,
  height,
  drawn,
  size,
}: Props['texts'] & {
  size: number;
}) {
  return (
    <g transform="translate(34 84) rotate(-4)">
      <path
        d={handPath(dots([0, 0], [560, 0], [560, 410], [0, 410]), { seed: 81, closed: true })}
      />
      <svg
        x="14"
        y="14"
        width="532"
        height="382"
        viewBox="40 26 3920 2548"
        preserveAspectRatio="xMidYMid slice"
        className="text-ink"
        stroke="none"
      >
        <use href="/art/toubkal-map.svg#map" />
      </svg>
      <path
        d={
          handPath(dots([187, 0], [187, 410]), { seed: 82 }) +
          handPath(dots([373, 0], [373, 410]), { seed: 83 }) +
          handPath(dots([0, 205], [560, 205]), { seed: 84 })
        }
        className="scene-fine"
      />
      <path
        d={handPath(dots([14, 14], [546, 14], [546, 396], [14, 396]), { seed: 85, closed: true })}
        fill="none"
        className="scene-fine"
      />
      <path d="M284 134l13 22h-26z" fill="var(--color-accent)" stroke="none" />
      <path
        d="M60 350C120 330 132 270 186 262S238 214 262 206 274 176 280 160"
        fill="none"
        className="scene-bold scene-drawn"
        pathLength={1}
      />
      <circle cx="60" cy="350" r="6" stroke="var(--color-accent)" />
      <g stroke="none">
        <SceneText x={306} y={150} size={size} className="is-strong is-accent">
          {mountain}
        </SceneText>
        <SceneText x={306} y={150 + size * 1.3} size={size * 0.86} className="is-muted">
          {height}
        </SceneText>
        <SceneText x={26} y={24 + size * 0.9} size={size * 0.8} className="is-muted">
          {drawn}
        </SceneText>
      </g>
      <path d="M516 62V30l-9 14m9-14l9 14" fill="none" />
    </g>
  );
}

// A VHF handset, on standby.
function Radio() {
  return (
    <g transform="translate(672 126) rotate(8)">
      <path
        d={handPath(dots([16, 0], [16, -84], [24, -84], [24, 0]), { seed: 86, closed: true })}
      />
      <path
        d={handPath(dots([0, 0], [96, 0], [100, 214], [-4, 214]), { seed: 87, closed: true })}
      />
      <path d="M62 0v-18h22V0M-4 60h-9v46h9" />
      <path
        d={handPath(dots([14, 20], [82, 20], [82, 62], [14, 62]), { seed: 88, closed: true })}
      />
      <path d="M16 84h64M16 98h64M16 112h64M16 126h64" fill="none" className="scene-fine" />
      <circle cx="28" cy="164" r="9" />
      <circle cx="68" cy="164" r="9" />
      <path d="M24 42h34M66 36v12" stroke="var(--color-accent)" />
      <path
        d="M2-96c10-10 26-10 36 0M-12-110c18-18 46-18 64 0"
        fill="none"
        stroke="var(--color-accent)"
      />
    </g>
  );
}

// Airmail: a chequered edge, a stamp with the site's ridge, the rings of a postmark.
function Envelope() {
  return (
    <g transform="translate(470 392) rotate(5)">
      <path
        d={handPath(dots([0, 0], [316, 0], [316, 180], [0, 180]), { seed: 89, closed: true })}
      />
      <path
        d="M8 8h300v164H8z"
        fill="none"
        stroke="var(--color-accent)"
        strokeDasharray="16 12"
        strokeWidth="5"
      />
      <path d="M236 24h56v66h-56z" />
      <path d="M240 78l18-34 10 16 8-12 12 30z" stroke="var(--color-accent)" fill="none" />
      <path
        d="M214 58a26 26 0 1 1-52 0a26 26 0 1 1 52 0M206 58a18 18 0 1 1-36 0a18 18 0 1 1 36 0M216 46c20-8 44-8 70 0M217 60c20-8 46-8 70 0M214 74c20-8 46-8 72 0"
        fill="none"
        className="scene-fine"
      />
      <path
        d={[104, 124, 144]
          .map((y, at) => handPath(dots([40, y], [190 - at * 34, y]), { seed: 90 + at }))
          .join('')}
        fill="none"
      />
    </g>
  );
}

// A sheet with the first lines of an answer, and the pencil beside it.
function Letter() {
  const lines = [56, 86, 116, 146, 176, 206].map((y, at) =>
    writing(30, y, at === 0 ? 96 : at === 5 ? 120 : 208 - ((at * 29) % 40), at),
  );
  return (
    <g transform="translate(250 300) rotate(-7)">
      <path
        d={handPath(dots([0, 0], [262, 0], [262, 270], [0, 270]), { seed: 95, closed: true })}
      />
      <path d={lines.join('')} fill="none" strokeOpacity="0.75" />
      <path
        d="M168 246c10-22 18-20 16-4s10 8 16-2 10-2 12 4 10 2 22-8"
        fill="none"
        stroke="var(--color-accent)"
      />
      <g transform="translate(286 236) rotate(-62)">
        <path
          d={handPath(dots([0, 0], [26, -9], [206, -9], [206, 9], [26, 9]), {
            seed: 96,
            closed: true,
          })}
        />
        <path d="M26-9v18M26-3h180M26 4h180M192-9v18M9-3v6" fill="none" className="scene-fine" />
        <path d="M0 0l10-4v8z" fill="var(--color-ink)" />
      </g>
    </g>
  );
}

// A line of handwriting: waves with a few ascenders, and gaps between words.
function writing(x: number, y: number, length: number, seed: number): string {
  const waves = Array.from({ length: Math.floor(length / 7) }, (_, at) => {
    const key = (at * 37 + seed * 53) % 11;
    const rise = key === 0 ? 13 : key < 3 ? 9 : 5;
    return key === 5 ? 'm7 0' : `q3-${rise} 7 0`;
  });
  return `M${x} ${y}${waves.join('')}`;
}

function Compass() {
  return (
    <g transform="translate(96 524)">
      <circle r="50" />
      <circle r="41" className="scene-fine" />
      <path d="M0-50v9M0 50v-9M50 0h-9M-50 0h9M35-35l-6 6M-35 35l6-6M35 35l-6-6M-35-35l6 6" />
      <path d="M-6 4L16-30 7 5z" fill="var(--color-accent)" stroke="var(--color-accent)" />
      <path d="M-6 4L-16 30 7 5z" />
    </g>
  );
}
