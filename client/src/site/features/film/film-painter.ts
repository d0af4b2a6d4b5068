import { interpolate, type Extent, type Massif } from '@/shared/art/massif';
import { randomFrom } from '@/shared/art/noise';
import { everest } from '@/shared/art/peaks/himalaya';
import { drawingOf, lineOf, paint, type Palette } from '@/shared/art/ridge-painter';
import type { Camera } from '@/shared/art/ridge-view';
import type { FilmFrame, FilmPeak } from './film-clock';

/** The lines of the film's mountains. */
export const filmExtent: Extent = {
  face: 44,
  plain: 14,
  points: 320,
  margin: 0.5,
  reach: 0.8,
  gap: 0.011,
};

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
  const whole =
    frame.morph === 0 || frame.from === frame.to
      ? massifOf(frame.from)
      : interpolate(massifOf(frame.from), massifOf(frame.to), frame.morph);
  const massif = {
    ...whole,
    heights: whole.heights.map((height) => height * frame.rise),
    tones: tonesOf(whole, frame),
  };
  const weight = size.width < 700 ? 1.2 : 1.5;
  paint(canvas, massif, { ...size, camera, palette, rightToLeft: false, attempt: false, weight });
  paintStars(canvas, size, (1 - frame.dawn) * Math.min(1, frame.drawn * 2));
  paintVillage(canvas, size, camera, frame);
  if (frame.route > 0 && frame.line > 0) {
    canvas.globalAlpha = frame.line;
    paintRoute(canvas, routeOn(massif, size, camera), frame.route);
    canvas.globalAlpha = 1;
  }
  if (frame.snow > 0) paintSnow(canvas, size, frame);
}

// The lines are drawn from left to right. While the mountain is flat only its plain and its outline are seen.
function tonesOf({ tones, points }: Massif, { drawn, rise }: FilmFrame): Float32Array {
  return tones.map((tone, at) => {
    const row = Math.floor(at / points);
    const reached = Math.min(1, Math.max(0, (drawn * 1.15 - (at % points) / points) * 8));
    if (row >= filmExtent.face) return Math.max(tone, 0.34) * reached;
    return Math.min(1, tone * 1.25) * reached * (row === 0 ? 1 : Math.min(1, rise * 1.6));
  });
}

const cameras: Record<'wide' | 'tall', Camera> = {
  wide: { centre: 0.52, foot: 0.68, across: 1.35, upright: 2.4 },
  tall: { centre: 0.5, foot: 0.71, across: 2.1, upright: 1.6 },
};

function cameraOf({ near }: FilmFrame, isTall: boolean): Camera {
  const { centre, foot, across, upright } = cameras[isTall ? 'tall' : 'wide'];
  const zoom = 1 + near * 0.34;
  // At the end the mountain lies low, below the title.
  const down = near < 0 ? -near * 0.22 : near * 0.1;
  return { centre, foot: foot + down, across: across * zoom, upright: upright * zoom };
}

const night = {
  ink: '#f4ebdd',
  peak: '#ff8a57',
  sky: '#16323d',
  glow: '#0b1920',
  ground: '#0b1920',
  soil: '#08131a',
};
const morning = {
  ink: '#ffc9ac',
  peak: '#ff9d6e',
  sky: '#2a4a55',
  glow: '#c96a44',
  ground: '#0f1f27',
  soil: '#0b1920',
};

const paletteAt = ({ dawn }: FilmFrame): Palette => ({
  ink: mixed(night.ink, morning.ink, dawn),
  peak: mixed(night.peak, morning.peak, dawn),
  sky: mixed(night.sky, morning.sky, dawn),
  glow: mixed(night.glow, morning.glow, dawn),
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

// A place of the view from the west: km to the right of the summit, metres above sea level.
type Place = { x: number; z: number };

// The South Col route: base camp, icefall, Western Cwm, Lhotse Face, South Col, South Summit. Seen from the
// west, Nuptse hides its middle; the line is drawn over it.
const route: Place[] = [
  { x: -1.15, z: 5364 },
  { x: -0.55, z: 5900 },
  { x: 0.05, z: 6065 },
  { x: 0.75, z: 6400 },
  { x: 1.55, z: 6800 },
  { x: 2.0, z: 7300 },
  { x: 1.95, z: 7650 },
  { x: 1.69, z: 7906 },
  { x: 0.95, z: 8330 },
  { x: 0.32, z: 8749 },
  { x: 0, z: everest.heightM },
];

const [leftKm, rightKm] = everest.frameKm;
const widthKm = (rightKm - leftKm) * (1 + 2 * filmExtent.margin);

const stepsOfLeg = 10;

/** The route on the drawn Everest. A point that would lie in the sky is moved to the skyline. */
export function routeOn(massif: Massif, size: Size, camera: Camera): Dot[] {
  const drawing = drawingOf({ ...size, camera, rightToLeft: false });
  const skyline = lineOf(massif, 0, drawing).map(([x, y]): Dot => ({ x, y }));
  const summit = skyline.reduce(
    (best, dot, at) => (dot.y < (skyline[best]?.y ?? Infinity) ? at : best),
    0,
  );
  const top = skyline[summit] ?? { x: 0, y: 0 };
  const metre = (drawing.foot - top.y) / (everest.heightM - everest.baseM);
  return densified(route).map(({ x, z }) => {
    const y = top.y + (everest.heightM - z) * metre;
    const reach = reachOf(skyline, summit, y, x < 0 ? -1 : 1);
    const away = Math.min((Math.abs(x) / widthKm) * drawing.span, reach);
    return { x: top.x + Math.sign(x) * away, y };
  });
}

// Horizontal distance from the summit to the mountain's edge on one side, at the height of y.
function reachOf(skyline: Dot[], summit: number, y: number, side: 1 | -1): number {
  let at = summit;
  while ((skyline[at + side]?.y ?? Infinity) <= y) at += side;
  return Math.abs((skyline[at]?.x ?? 0) - (skyline[summit]?.x ?? 0));
}

// More points between the given ones, on a line that is not quite straight.
function densified(places: Place[]): Place[] {
  const random = randomFrom(everest.heightM);
  return places.flatMap((to, leg) => {
    const from = places[leg - 1];
    if (from === undefined) return [to];
    return Array.from({ length: stepsOfLeg }, (_, at): Place => {
      const part = (at + 1) / stepsOfLeg;
      const bend = (random() - 0.5) * 0.06 * Math.sin(Math.PI * part);
      return { x: from.x + (to.x - from.x) * part + bend, z: from.z + (to.z - from.z) * part };
    });
  });
}

/** The camps of the route, in metres: base camp, camps 1 to 3, and the South Col. */
const camps = [5364, 6065, 6400, 7200, 7906];

function paintCamps(canvas: CanvasRenderingContext2D, dots: Dot[], climbed: number): void {
  const { heightM } = everest;
  const [lowest = heightM] = camps;
  for (const z of camps) {
    const share = (z - lowest) / (heightM - lowest);
    const dot = shareOf(dots, share).at(-1);
    if (share > climbed || dot === undefined) continue;
    canvas.beginPath();
    canvas.moveTo(dot.x - 8, dot.y + 1);
    canvas.lineTo(dot.x, dot.y - 11);
    canvas.lineTo(dot.x + 8, dot.y + 1);
    canvas.closePath();
    canvas.fillStyle = '#0b1920';
    canvas.fill();
    canvas.strokeStyle = '#f4ebdd';
    canvas.lineWidth = 1.5;
    canvas.stroke();
  }
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
  paintCamps(canvas, dots, climbed);
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

const stars = Array.from({ length: 80 }, (_, at) => {
  const random = randomFrom(at * 40_503 + 7);
  return { x: random(), y: random() ** 1.6 * 0.5, size: 0.5 + random() * 0.9 };
});

function paintStars(canvas: CanvasRenderingContext2D, size: Size, strength: number): void {
  canvas.fillStyle = `rgb(244 235 221 / ${0.5 * strength})`;
  for (const { x, y, size: radius } of stars) {
    canvas.beginPath();
    canvas.arc(x * size.width, y * size.height, radius, 0, Math.PI * 2);
    canvas.fill();
  }
}

// Roofs on the plain, as [left, width, height] in house widths; the window of the second one is lit.
const houses = [
  [-1.9, 1.1, 0.62],
  [-0.5, 1, 0.78],
  [0.85, 1.4, 0.56],
] as const;

// The village of the beginning. It is gone before a mountain stands there.
function paintVillage(
  canvas: CanvasRenderingContext2D,
  { width, height }: Size,
  { foot }: Camera,
  { drawn, rise }: FilmFrame,
): void {
  const strength = Math.min(1, Math.max(0, drawn * 4 - 2.6)) * Math.max(0, 1 - rise * 4);
  if (strength === 0) return;
  const unit = Math.max(34, width * 0.045);
  const [middle, ground] = [width * 0.56, foot * height + unit * 0.5];
  canvas.globalAlpha = strength;
  canvas.lineJoin = 'round';
  canvas.strokeStyle = night.ink;
  canvas.fillStyle = night.ground;
  canvas.lineWidth = 1.5;
  houses.forEach(([left, wide, high], at) => {
    const [x, w, h] = [middle + left * unit, wide * unit, high * unit];
    canvas.beginPath();
    canvas.moveTo(x, ground);
    canvas.lineTo(x, ground - h);
    canvas.lineTo(x + w / 2, ground - h - unit * 0.34);
    canvas.lineTo(x + w, ground - h);
    canvas.lineTo(x + w, ground);
    canvas.fill();
    canvas.stroke();
    if (at !== 1) return;
    const side = unit * 0.24;
    const [lampX, lampY] = [x + w / 2, ground - h * 0.55];
    const halo = canvas.createRadialGradient(lampX, lampY, 0, lampX, lampY, unit * 1.5);
    halo.addColorStop(0, 'rgb(255 138 87 / 0.5)');
    halo.addColorStop(1, 'rgb(255 138 87 / 0)');
    canvas.fillStyle = halo;
    canvas.fillRect(lampX - unit * 1.5, lampY - unit * 1.5, unit * 3, unit * 3);
    canvas.fillStyle = night.peak;
    canvas.fillRect(lampX - side / 2, lampY - side / 2, side, side);
    canvas.fillStyle = night.ground;
  });
  canvas.globalAlpha = 1;
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
