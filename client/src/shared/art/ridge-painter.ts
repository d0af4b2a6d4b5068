import { finish, summitOf, type Massif } from './massif';
import type { Camera } from './ridge-view';
import { accentAbove } from './strokes';

/** The colours of a drawing, in any CSS notation: lines, summit, and the background from top to bottom. */
export type Palette = {
  ink: string;
  peak: string;
  sky: string;
  /** Of the sky at the horizon. Defaults to `ground`. */
  glow?: string;
  ground: string;
  soil: string;
};

type Scene = {
  width: number;
  height: number;
  camera: Camera;
  /** Right-to-left pages have the mountain on the other side. It is never mirrored. */
  rightToLeft: boolean;
  palette: Palette;
  /** An attempt is drawn with a dashed skyline: the summit was not reached. */
  attempt: boolean;
  /** The width of the lines in pixels. Defaults to 1. */
  weight?: number;
};

/** Where a massif is drawn, in pixels: its left edge, the base of its farthest line, and its width. */
export type Drawing = { left: number; foot: number; span: number };

/** Paints the sky and then every line from far to near: each hides the lines behind it. */
export const paint = (canvas: CanvasRenderingContext2D, massif: Massif, scene: Scene): void =>
  finish(paintSteps(canvas, massif, scene));

/** The same in steps, one for each line. */
export function* paintSteps(
  canvas: CanvasRenderingContext2D,
  massif: Massif,
  scene: Scene,
): Generator<undefined, void> {
  const drawing = drawingOf(scene);
  const summit = Math.max(1, summitOf(massif) * drawing.span); // a gradient without length paints nothing
  const { ink, peak } = scene.palette;
  paintSky(canvas, scene);
  const earth = canvas.createLinearGradient(0, scene.height * 0.1, 0, scene.height);
  earth.addColorStop(0, scene.palette.ground);
  earth.addColorStop(1, scene.palette.soil);
  const light = canvas.createLinearGradient(0, drawing.foot - summit, 0, drawing.foot);
  light.addColorStop(0, peak);
  light.addColorStop(0.06, peak);
  light.addColorStop(2 * (1 - accentAbove), ink);
  canvas.lineWidth = scene.weight ?? 1;
  canvas.lineJoin = 'round';
  for (let row = 0; row < massif.rows; row++) {
    const line = lineOf(massif, row, drawing);
    hideBehind(canvas, line, scene, earth);
    canvas.strokeStyle = light;
    canvas.setLineDash(scene.attempt && row < massif.crestRows ? [6, 4] : []);
    strokeLine(canvas, line, massif, row);
    yield;
  }
  canvas.globalAlpha = 1;
}

/** The place that a camera gives a massif in a box. */
export function drawingOf({
  width,
  height,
  camera,
  rightToLeft,
}: Pick<Scene, 'width' | 'height' | 'camera' | 'rightToLeft'>): Drawing {
  const span = Math.min(camera.across * width, camera.upright * height);
  const centre = rightToLeft ? 1 - camera.centre : camera.centre;
  return { left: centre * width - span / 2, foot: camera.foot * height, span };
}

type Dot = [x: number, y: number];

/** The points of a line. Beyond the drawing it goes on level, to both sides of the box. */
export function lineOf(massif: Massif, row: number, { left, foot, span }: Drawing): Dot[] {
  const base = foot + (massif.drops[row] ?? 0) * span;
  const { points } = massif;
  return Array.from({ length: points }, (_, at): Dot => {
    const far = at === 0 ? -span : at === points - 1 ? span : 0;
    const height = massif.heights[row * points + at] ?? 0;
    return [left + far + (at / (points - 1)) * span, base - height * span];
  });
}

function hideBehind(
  canvas: CanvasRenderingContext2D,
  line: Dot[],
  { height }: Scene,
  earth: CanvasGradient,
): void {
  canvas.beginPath();
  for (const [x, y] of line) canvas.lineTo(x, y);
  canvas.lineTo(line.at(-1)?.[0] ?? 0, height * 2);
  canvas.lineTo(line[0]?.[0] ?? 0, height * 2);
  canvas.globalAlpha = 1;
  canvas.fillStyle = earth;
  canvas.fill();
}

/** Steps of opacity. */
const steps = 14;

// One stroke for each opacity of a line; what has none is not drawn.
function strokeLine(
  canvas: CanvasRenderingContext2D,
  line: Dot[],
  massif: Massif,
  row: number,
): void {
  const tones = line.map((_, at) =>
    Math.round((massif.tones[row * massif.points + at] ?? 0) * steps),
  );
  for (const tone of new Set(tones)) {
    if (tone === 0) continue;
    canvas.globalAlpha = tone / steps;
    canvas.beginPath();
    line.forEach(([x, y], at) => {
      if (tones[at] !== tone) return;
      const [beforeX, beforeY] = line[at - 1] ?? [x, y];
      if (tones[at - 1] !== tone) canvas.moveTo(beforeX, beforeY);
      canvas.lineTo(x, y);
    });
    canvas.stroke();
  }
}

function paintSky(canvas: CanvasRenderingContext2D, { width, height, palette }: Scene): void {
  const sky = canvas.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, palette.sky);
  sky.addColorStop(0.62, palette.glow ?? palette.ground);
  canvas.globalAlpha = 1;
  canvas.fillStyle = sky;
  canvas.fillRect(0, 0, width, height);
}
