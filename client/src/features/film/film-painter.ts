import { randomFrom } from '@/art/noise';
import { openingOf, paint, type Camera, type Palette } from '@/art/ridge-painter';
import { interpolate, type Massif } from '@/art/ridgeline';
import type { FilmFrame, FilmPeak } from './film-clock';

type Size = { width: number; height: number };

/** Paints one frame over the whole canvas. `massifOf` gives the lines of a mountain. */
export function paintFrame(
  canvas: CanvasRenderingContext2D,
  size: Size,
  frame: FilmFrame,
  massifOf: (peak: FilmPeak) => Massif,
): void {
  const palette = paletteAt(frame);
  const camera = cameraOf(frame, size.width < size.height);
  const massif =
    frame.morph === 0 || frame.from === frame.to
      ? massifOf(frame.from)
      : interpolate(massifOf(frame.from), massifOf(frame.to), frame.morph);
  canvas.fillStyle = palette.ground;
  canvas.fillRect(0, 0, size.width, size.height);
  canvas.save();
  canvas.beginPath();
  canvas.rect(0, 0, size.width * frame.drawn, size.height);
  canvas.clip();
  paint(canvas, massif, { ...size, camera, palette }, false);
  canvas.restore();
  if (frame.route > 0 && frame.line > 0) {
    canvas.globalAlpha = frame.line;
    paintRoute(canvas, routeOn(massif, size, camera), frame.route);
    canvas.globalAlpha = 1;
  }
  if (frame.snow > 0) paintSnow(canvas, size, frame);
}

const cameras: Record<'wide' | 'tall', Camera> = {
  wide: { horizon: 0.68, rise: 0.46, centre: 0.52, spread: 1.25 },
  tall: { horizon: 0.62, rise: 0.3, centre: 0.5, spread: 2.3 },
};

function cameraOf({ near, rise }: FilmFrame, isTall: boolean): Camera {
  const { horizon, rise: height, centre, spread } = cameras[isTall ? 'tall' : 'wide'];
  const zoom = 1 + near * 0.34;
  return {
    horizon: horizon + near * 0.1,
    rise: height * zoom * rise,
    centre,
    spread: spread * zoom,
  };
}

const night = {
  ink: '#f4ebdd',
  peak: '#ff8a57',
  sky: '#16323d',
  ground: '#0b1920',
  soil: '#08131a',
};
const morning = {
  ink: '#ffc9ac',
  peak: '#ff9d6e',
  sky: '#6b3f3a',
  ground: '#0f1f27',
  soil: '#0b1920',
};

const paletteAt = ({ dawn }: FilmFrame): Palette => ({
  ink: mixed(night.ink, morning.ink, dawn),
  peak: mixed(night.peak, morning.peak, dawn),
  sky: mixed(night.sky, morning.sky, dawn),
  ground: mixed(night.ground, morning.ground, dawn),
  soil: mixed(night.soil, morning.soil, dawn),
});

function mixed(from: string, to: string, part: number): string {
  const channel = (at: number) => {
    const [a, b] = [from, to].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * part);
  };
  return `rgb(${channel(1)} ${channel(3)} ${channel(5)})`;
}

type Dot = { x: number; y: number };

// The South Col route seen from the west: from left below to the col on the right, then up the ridge.
type Place = { across: number; up: number };

const route: Place[] = [
  { across: -0.16, up: 0.1 },
  { across: -0.07, up: 0.28 },
  { across: 0.03, up: 0.37 },
  { across: 0.12, up: 0.47 },
  { across: 0.19, up: 0.58 },
  { across: 0.166, up: 0.76 },
  { across: 0.093, up: 0.885 },
  { across: 0.03, up: 0.975 },
  { across: 0, up: 1 },
];

const stepsOfLeg = 10;

/** The route on the drawn mountain. A point that would lie in the sky is moved to the skyline. */
export function routeOn(massif: Massif, size: Size, camera: Camera): Dot[] {
  const skyline = skylineOf(massif, size, camera);
  const summit = skyline.reduce(
    (best, dot, at) => (dot.y < (skyline[best]?.y ?? Infinity) ? at : best),
    0,
  );
  const top = skyline[summit] ?? { x: 0, y: 0 };
  const foot = size.height * (camera.horizon + (1.06 - camera.horizon) * openingOf(0.45));
  const width = size.width * camera.spread * 0.62;
  return densified(route).map(({ across, up }) => {
    const y = foot + (top.y - foot) * up;
    const reach = reachOf(skyline, summit, y, across < 0 ? -1 : 1);
    return { x: top.x + Math.sign(across) * Math.min(Math.abs(across) * width, reach), y };
  });
}

// How far the mountain extends from its summit to one side at the height of y.
function reachOf(skyline: Dot[], summit: number, y: number, side: 1 | -1): number {
  let at = summit;
  while ((skyline[at + side]?.y ?? Infinity) <= y) at += side;
  return Math.abs((skyline[at]?.x ?? 0) - (skyline[summit]?.x ?? 0));
}

// More points between the given ones, on a line that is not quite straight.
function densified(places: Place[]): Place[] {
  const random = randomFrom(8848);
  return places.flatMap((to, leg) => {
    const from = places[leg - 1];
    if (from === undefined) return [to];
    return Array.from({ length: stepsOfLeg }, (_, at): Place => {
      const part = (at + 1) / stepsOfLeg;
      const bend = (random() - 0.5) * 0.012 * Math.sin(Math.PI * part);
      return {
        across: from.across + (to.across - from.across) * part + bend,
        up: from.up + (to.up - from.up) * part,
      };
    });
  });
}

// The outline against the sky: of each column the highest line.
function skylineOf({ rows, points, heights }: Massif, size: Size, camera: Camera): Dot[] {
  const { horizon, rise, centre, spread } = camera;
  return Array.from({ length: points }, (_, point) => {
    let y = Infinity;
    for (let row = 0; row < rows; row++) {
      const base = size.height * (horizon + (1.06 - horizon) * openingOf(row / (rows - 1)));
      y = Math.min(y, base - (heights[row * points + point] ?? 0) * rise * size.height);
    }
    return { x: size.width * (centre + (point / (points - 1) - 0.5) * spread), y };
  });
}

function paintRoute(canvas: CanvasRenderingContext2D, dots: Dot[], climbed: number): void {
  const reached = shareOf(dots, climbed);
  const head = reached.at(-1);
  if (head === undefined) return;
  canvas.lineJoin = 'round';
  canvas.lineCap = 'round';
  canvas.setLineDash([]);
  canvas.beginPath();
  reached.forEach(({ x, y }) => canvas.lineTo(x, y));
  canvas.strokeStyle = '#0b1920';
  canvas.lineWidth = 6;
  canvas.stroke();
  canvas.strokeStyle = '#ff8a57';
  canvas.lineWidth = 2.5;
  canvas.stroke();
  canvas.fillStyle = '#ff8a57';
  canvas.beginPath();
  canvas.arc(head.x, head.y, 5, 0, Math.PI * 2);
  canvas.fill();
  canvas.strokeStyle = '#f4ebdd';
  canvas.lineWidth = 1.5;
  canvas.beginPath();
  canvas.arc(head.x, head.y, 10, 0, Math.PI * 2);
  canvas.stroke();
}

/** The first part of a line, by height: legs take time in proportion to the metres that they climb. */
function shareOf(dots: Dot[], share: number): Dot[] {
  const [first, last] = [dots[0], dots.at(-1)];
  if (first === undefined || last === undefined) return [];
  const y = first.y + (last.y - first.y) * share;
  const below = dots.filter((dot) => dot.y >= y);
  const [from, to] = [below.at(-1) ?? first, dots[below.length]];
  if (to === undefined) return below;
  const t = from.y === to.y ? 0 : (y - from.y) / (to.y - from.y);
  return [...below, { x: from.x + (to.x - from.x) * t, y }];
}

const flakes = Array.from({ length: 90 }, (_, at) => {
  const random = randomFrom(at * 2654435761);
  return { x: random(), y: random(), size: 0.6 + random() * 1.4, speed: 0.6 + random() };
});

// Snow is carried up the face by the climb itself: its place depends on the route, so a frame repeats exactly.
function paintSnow(
  canvas: CanvasRenderingContext2D,
  { width, height }: Size,
  frame: FilmFrame,
): void {
  canvas.fillStyle = `rgb(244 235 221 / ${0.7 * frame.snow})`;
  for (const { x, y, size, speed } of flakes) {
    const across = (x + frame.route * speed * 2.4) % 1;
    const down = (y + frame.route * speed * 3) % 1;
    canvas.fillRect(across * width, down * height, size, size);
  }
}
