import { summitOf, type Massif } from './ridgeline.ts';

/** The colours of a drawing, in any CSS notation: lines, summit, and the three heights of the ground. */
export type Palette = { ink: string; peak: string; sky: string; ground: string; soil: string };

/** Where the eye stands. Fractions of the canvas, heights counted from its top. */
export type Camera = {
  /** The line where the plain meets the sky. */
  horizon: number;
  /** How much of the canvas height 8,848 m take. */
  rise: number;
  /** Where the summit stands across the canvas. */
  centre: number;
  /** How much of the canvas width the massif takes; the plain goes on beyond it. */
  spread: number;
};

/** Where one looks from: the whole first screen of the site, or the opening of a page. */
export type View = 'summit' | 'page';

/** Each view has a camera for wide boxes and one for tall boxes: another place, not a crop. */
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

/** An attempt breaks the lines that reach above this part of the summit's height. */
export const brokenAbove = 0.55;

/** Paints the sky and then every line from far to near, each hiding what lies behind it. */
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
    const dashed = attempt && summitOfRow(massif, row) > summit * brokenAbove;
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

// Lines crowd at the horizon and open toward the reader.
const baseOf = (near: number, { height, camera }: Scene) =>
  height * (camera.horizon + (1.06 - camera.horizon) * openingOf(near));

/** How far below the horizon a line lies, as a part of what is below it: 0 far, 1 near. */
export const openingOf = (near: number) => 0.12 * near + 0.88 * near ** 1.55;

const riseOf = (value: number, { height, camera }: Scene) => value * camera.rise * height;

const acrossOf = (x: number, { width, camera }: Scene) =>
  width * (camera.centre + (x - 0.5) * camera.spread);

/** The height of the tallest point of a line. */
export function summitOfRow(massif: Massif, row: number): number {
  let most = 0;
  for (let point = 0; point < massif.points; point++) {
    most = Math.max(most, massif.heights[row * massif.points + point] ?? 0);
  }
  return most;
}

function paintSky(canvas: CanvasRenderingContext2D, { width, height, palette }: Scene): void {
  const sky = canvas.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, palette.sky);
  sky.addColorStop(0.62, palette.ground);
  canvas.fillStyle = sky;
  canvas.fillRect(0, 0, width, height);
}

// What hides the lines behind: a little lighter at altitude, heavier toward the reader.
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

// The higher, the brighter; the last fifth below the summit catches the morning.
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
