import { handPath } from '@/shared/art/hand';
import type { Dot } from '@/shared/art/lines';
import type { SceneView } from '@/shared/art/scene-drawing';

export const pressBoxes = {
  wide: { width: 820, height: 600 },
  tall: { width: 360, height: 270 },
};

const scales: Record<SceneView, number> = { wide: 1, tall: 0.439 };

/** Drawing of a newsroom's tools: a sheet with crop marks, a microphone, a camera and a press pass. */
export function PressDrawing({ view }: { view: SceneView }) {
  const scale = scales[view];
  return (
    <g
      transform={`scale(${scale})`}
      stroke="var(--color-ink)"
      strokeWidth={1.7 / scale}
      fill="var(--color-raised)"
    >
      <Sheet />
      <Pass />
      <Camera />
      <Microphone />
    </g>
  );
}

const dots = (...all: [x: number, y: number][]): Dot[] => all.map(([x, y]) => ({ x, y }));

const block = (x: number, y: number, width: number, height: number, seed: number) =>
  handPath(dots([x, y], [x + width, y], [x + width, y + height], [x, y + height]), {
    seed,
    closed: true,
  });

const ridge = 'M0 120L62 44l26 30 40-62 54 78 22-26 56 56';

// A page before it is trimmed: crop and register marks, colour patches, a picture and two columns.
function Sheet() {
  const column = (x: number, seed: number) =>
    Array.from({ length: 9 }, (_, line) =>
      handPath(dots([x, 330 + line * 17], [x + (line === 8 ? 70 : 124), 330 + line * 17]), {
        seed: seed + line,
      }),
    ).join('');
  return (
    <g transform="translate(72 56) rotate(-4)">
      <path d={block(0, 0, 392, 520, 101)} />
      <path
        d="M44 0v26M348 0v26M44 520v-26M348 520v-26M0 44h26M392 44h-26M0 476h26M392 476h-26"
        fill="none"
        stroke="var(--color-accent)"
      />
      <path
        d="M196 14m-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0M182 14h28M196 2v24"
        className="scene-fine"
      />
      <path d={block(62, 64, 268, 190, 102)} />
      <path
        d={ridge}
        transform="translate(66 112)"
        fill="none"
        pathLength={1}
        className="scene-bold scene-drawn"
      />
      <path d="M62 234h268M62 244h268M62 224h268" fill="none" className="scene-fine" />
      <path d={block(62, 276, 190, 22, 103)} fill="var(--color-ink)" />
      <path d={column(62, 110) + column(206, 130)} fill="none" className="scene-fine" />
      <path d="M128 500h26v14h-26z" fill="var(--color-accent)" />
      <path d="M160 500h26v14h-26z" fill="var(--color-ink)" />
      <path d="M192 500h26v14h-26z" fill="var(--color-edge)" />
      <path d="M224 500h26v14h-26z" />
    </g>
  );
}

function Pass() {
  return (
    <g transform="translate(470 262) rotate(9)">
      <path
        d="M60 0C30-120 60-214 150-226M84 0C96-110 130-170 152-226"
        fill="none"
        strokeWidth="9"
      />
      <path
        d="M60 0C30-120 60-214 150-226M84 0C96-110 130-170 152-226"
        fill="none"
        stroke="var(--color-raised)"
        strokeWidth="5"
      />
      <path d="M62-6h20v26H62z" />
      <path d={block(0, 16, 144, 206, 151)} />
      <path d="M54 32h36" strokeWidth="5" strokeLinecap="round" />
      <path
        d={block(14, 48, 116, 44, 152)}
        fill="var(--color-accent)"
        stroke="var(--color-accent)"
      />
      <path
        d="M40 82l18-24 8 10 10-16 22 30"
        fill="none"
        stroke="var(--color-accent-ink)"
        strokeWidth="4"
      />
      <path d={block(14, 106, 48, 58, 153)} />
      <circle cx="38" cy="126" r="9" />
      <path d="M20 160c2-24 34-24 36 0" />
      <path
        d="M76 116h52M76 134h44M76 152h52M14 184h116M14 200h80"
        fill="none"
        className="scene-fine"
      />
    </g>
  );
}

function Camera() {
  return (
    <g transform="translate(520 430) rotate(-6)">
      <path d="M6 30C-60-10-70 70-30 122" fill="none" />
      <path d="M84 0h76l16-24h-108z" />
      <path d={block(0, 0, 250, 146, 161)} />
      <path d="M24-12h34V0H24zM196-10h30V0h-30z" />
      <path d="M0 34h250" className="scene-fine" fill="none" />
      <circle cx="124" cy="82" r="58" />
      <circle cx="124" cy="82" r="46" />
      <circle cx="124" cy="82" r="28" />
      <path
        d="M104 72a24 24 0 0 1 20-14"
        fill="none"
        stroke="var(--color-accent)"
        strokeWidth="4"
      />
      <path d="M206 52h28v16h-28z" />
      <circle cx="26" cy="18" r="6" fill="var(--color-accent)" stroke="none" />
    </g>
  );
}

// A hand microphone; its cable leaves the sheet.
function Microphone() {
  return (
    <g transform="translate(356 402) rotate(34)">
      <path d="M0 208c0 70 40 60 20 120s-90 30-120 10" fill="none" />
      <path
        d={handPath(dots([-20, 40], [20, 40], [13, 206], [-13, 206]), { seed: 171, closed: true })}
      />
      <path d="M-25 26h50v18h-50z" />
      <path d="M-34 6a34 38 0 0 1 68 0c0 12-6 20-9 22h-50c-3-2-9-10-9-22z" />
      <path
        d="M-32-4h64M-28-16h56M-18-27h36M-33 8h66M-16-30c-8 18-8 40-4 58M0-32v60M16-30c8 18 8 40 4 58"
        fill="none"
        className="scene-fine"
      />
      <path d="M-5 74h10v26h-10z" fill="var(--color-accent)" stroke="var(--color-accent)" />
    </g>
  );
}
