/** Length of the film in milliseconds. */
export const filmMs = 30_000;

const titleMs = 28_200; // the end card

/** The mountains of the film, and the height to which its last ascent leads, in metres. */
export type FilmPeak = keyof typeof filmPeaks;

export const filmPeaks = {
  kilimanjaro: 5895,
  elbrus: 5642,
  aconcagua: 6962,
  denali: 6190,
  everest: 8848,
} as const;

/** Base camp and summit of the ascent, in metres. */
const ascent = { base: 5364, summit: filmPeaks.everest };

/** State of the film at one moment. All numbers are from 0 to 1. */
export type FilmFrame = {
  from: FilmPeak;
  to: FilmPeak;
  /** Progress of the morph from `from` to `to`. */
  morph: number;
  /** Progress of drawing the lines, from one side of the picture to the other. */
  drawn: number;
  /** The height of the mountain, as a part of its full height. */
  rise: number;
  /** Zoom of the camera. */
  near: number;
  /** The part of the route from base camp to summit that is climbed. */
  route: number;
  /** Opacity of the route. */
  line: number;
  snow: number;
  /** The light of the morning on the mountain. */
  dawn: number;
  /** The mountain that is named, while one stands there. */
  named: FilmPeak | undefined;
  /** The altitude that is shown, in metres. */
  altitudeM: number;
  /** Whether the title is shown. */
  title: boolean;
};

/** The captions in order, with the times at which they begin. Their texts are in film.json below `cues`. */
export const cues = [
  { id: 'valley', from: 0 },
  { id: 'first', from: 4000 },
  { id: 'years', from: 7000 },
  { id: 'roof', from: 13_000 },
  { id: 'base', from: 16_000 },
  { id: 'camps', from: 18_500 },
  { id: 'col', from: 21_500 },
  { id: 'summit', from: 24_500 },
  { id: 'home', from: 27_000 },
] as const;

export type Cue = (typeof cues)[number];

/** The caption of a moment. */
export const cueAt = (ms: number): Cue => cues.findLast(({ from }) => from <= ms) ?? cues[0];

/** The moments that are shown as stills, one for each caption: near its end, where its picture is complete. */
export const stills: number[] = cues.map((_, at) => (cues[at + 1]?.from ?? filmMs) - 500);

// The mountains before the last, each with the time at which it begins to change into the next.
const changes: { from: FilmPeak; to: FilmPeak; at: number; ms: number }[] = [
  { from: 'kilimanjaro', to: 'elbrus', at: 7000, ms: 1000 },
  { from: 'elbrus', to: 'aconcagua', at: 9000, ms: 1000 },
  { from: 'aconcagua', to: 'denali', at: 11_000, ms: 1000 },
  { from: 'denali', to: 'everest', at: 13_000, ms: 1500 },
];

/** The frame of a moment: a pure function of time. Moments outside the film show its first or last frame. */
export function frameAt(moment: number): FilmFrame {
  const ms = Math.min(filmMs, Math.max(0, moment));
  const change = changes.findLast(({ at }) => at <= ms);
  const from = change?.from ?? 'kilimanjaro';
  const to = change?.to ?? 'kilimanjaro';
  const morph = change === undefined ? 0 : eased(part(ms, change.at, change.at + change.ms));
  const rise = eased(part(ms, 3600, 6200));
  const route = part(ms, 16_200, 24_300);
  const home = eased(part(ms, 27_000, 29_600));
  return {
    from,
    to,
    morph,
    drawn: eased(part(ms, 300, 3600)),
    rise,
    near:
      eased(part(ms, 13_600, 16_500)) * 0.6 + eased(part(ms, 16_500, 24_500)) * 0.4 - 1.5 * home,
    route,
    line: 1 - home,
    snow: Math.min(part(ms, 17_500, 19_500), 1 - part(ms, 23_500, 25_000)),
    dawn: eased(part(ms, 24_000, 26_600)) * (1 - 0.55 * home),
    named: rise < 0.5 || ms >= titleMs ? undefined : morph < 0.5 ? from : to,
    altitudeM: altitudeAt({ from, to, morph, rise, route, home, isAscent: ms >= 16_000 }),
    title: ms >= titleMs,
  };
}

type Progress = Pick<FilmFrame, 'from' | 'to' | 'morph' | 'rise' | 'route'> & {
  home: number;
  isAscent: boolean;
};

// Of the mountain shown, then of the climber, then back to the valley.
function altitudeAt({ from, to, morph, rise, route, home, isAscent }: Progress): number {
  if (!isAscent) return (filmPeaks[from] + (filmPeaks[to] - filmPeaks[from]) * morph) * rise;
  return (ascent.base + (ascent.summit - ascent.base) * route) * (1 - home);
}

const part = (ms: number, from: number, to: number) =>
  Math.min(1, Math.max(0, (ms - from) / (to - from)));

const eased = (t: number) => t * t * (3 - 2 * t);

/** Minutes and seconds, 0:07. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
