import { summitOf, type Massif } from './ridgeline.ts';

/** The colours of a drawing, in any CSS notation: lines, summit, and the background from top to bottom. */
export type Palette = { ink: string; peak: string; sky: string; ground: string; soil: string };

/** The projection, in fractions of the canvas; y is measured from its top. */
export type Camera = {
  /** y of the horizon. */
  horizon: number;
  /** Height of 8,848 m. */
  rise: number;
  /** x of the summit. */
  centre: number;
  /** Width of the massif. */
  spread: number;
};

/** The hero of the home page, or of any other page. */
export type View = 'summit' | 'page';

/** The cameras of each view for wide and for tall boxes. */
export const cameras: Record<View, { wide: Camera; tall: Camera }> = {
  summit: {
    wide: { horizon: 0.36, rise: 0.315, centre: 0.67, spread: 1.5 },
    tall: { horizon: 0.6, rise: 0.21, centre: 0.6, spread: 2.5 },
  },
  page: {
    wide: { horizon: 0.71, rise: 0.52, centre: 0.77, spread: 1.62 },
    tall: { horizon: 0.79, rise: 0.2, centre: 0.62, spread: 2.3 },
  },
};

type Scene = { width: number; height: number; camera: Camera; palette: Palette };

/** Lines of an attempt that rise above this fraction of the summit's height are dashed. */
export const dashedAbove = 0.55;

/** Paints the sky and then every line from far to near: each hides the lines behind it. */
export function paint(
  canvas: CanvasRenderingContext2D,
  massif: Massif,
  scene: Scene,
  attempt: boolean,
): void {
  paintSky(canvas, scene);
  const earth = earthOf(canvas, scene);
  const summit = summitOf(massif);
  for (let row = 0; row < massif.rows; row++) {
    const line = outline(massif, row, scene);
    const dashed = attempt && summitOfRow(massif, row) > summit * dashedAbove;
    paintLine(canvas, line, scene, { summit, dashed, earth });
  }
}

type Line = { path: Path2D; base: number; near: number };

function outline(massif: Massif, row: number, scene: Scene): Line {
  const near = row / (massif.rows - 1);
  const base = baseOf(near, scene);
  const path = new Path2D();
  for (let point = 0; point < massif.points; point++) {
    const height = massif.heights[row * massif.points + point] ?? 0;
    path.lineTo(acrossOf(point / (massif.points - 1), scene), base - riseOf(height, scene));
  }
  return { path, base, near };
}

// Perspective: the distance between lines grows from the horizon to the front.
const baseOf = (near: number, { height, camera }: Scene) =>
  height * (camera.horizon + (1.06 - camera.horizon) * openingOf(near));

/** The distance of a line from the horizon: 0 is at the horizon, 1 at the front. */
export const openingOf = (near: number) => 0.12 * near + 0.88 * near ** 1.55;

const riseOf = (value: number, { height, camera }: Scene) => value * camera.rise * height;

const acrossOf = (x: number, { width, camera }: Scene) =>
  width * (camera.centre + (x - 0.5) * camera.spread);

/** The height of the tallest point of a line. */
export function summitOfRow(massif: Massif, row: number): number {
  let highest = 0;
  for (let point = 0; point < massif.points; point++) {
    highest = Math.max(highest, massif.heights[row * massif.points + point] ?? 0);
  }
  return highest;
}

function paintSky(canvas: CanvasRenderingContext2D, { width, height, palette }: Scene): void {
  const sky = canvas.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, palette.sky);
  sky.addColorStop(0.62, palette.ground);
  canvas.fillStyle = sky;
  canvas.fillRect(0, 0, width, height);
}

// The fill below a line, which hides the lines behind it.
function earthOf(canvas: CanvasRenderingContext2D, { height, palette }: Scene): CanvasGradient {
  const earth = canvas.createLinearGradient(0, height * 0.1, 0, height);
  earth.addColorStop(0, palette.ground);
  earth.addColorStop(1, palette.soil);
  return earth;
}

function paintLine(
  canvas: CanvasRenderingContext2D,
  { path, base, near }: Line,
  scene: Scene,
  { summit, dashed, earth }: { summit: number; dashed: boolean; earth: CanvasGradient },
): void {
  const hide = new Path2D(path);
  hide.lineTo(scene.width * 3, scene.height * 2);
  hide.lineTo(-scene.width * 3, scene.height * 2);
  canvas.fillStyle = earth;
  canvas.fill(hide);
  canvas.setLineDash(dashed ? [6, 4] : []);
  canvas.lineWidth = 1;
  canvas.strokeStyle = light(canvas, base, near, scene, summit);
  canvas.stroke(path);
}

// The stroke of a line: brighter with height, in the accent colour near the summit.
function light(
  canvas: CanvasRenderingContext2D,
  base: number,
  near: number,
  scene: Scene,
  summit: number,
): CanvasGradient {
  const gradient = canvas.createLinearGradient(0, base, 0, base - riseOf(summit, scene));
  const { ink, peak } = scene.palette;
  gradient.addColorStop(0, fade(ink, 0.13 + 0.07 * near));
  gradient.addColorStop(0.28, fade(ink, 0.42));
  gradient.addColorStop(0.62, fade(ink, 0.85));
  gradient.addColorStop(0.82, ink);
  gradient.addColorStop(0.9, peak);
  return gradient;
}

const fade = (colour: string, alpha: number) =>
  `color-mix(in srgb, ${colour} ${Math.round(alpha * 100)}%, transparent)`;
