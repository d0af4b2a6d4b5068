/**
 * Points of a line across the view, as in the attribute `points` of SVG: `x,z x,z`. x is in km from the
 * summit, positive to the right; z is in metres above sea level.
 */
export type ViewLine = string;

/** What the ground is: rock, snow and ice, both, or land without either (scree, moor, forest). */
export type Ground = 'rock' | 'snow' | 'mixed' | 'land';

/** A piece of the skyline. It ends where the next one begins. */
type SkylinePiece = {
  ground: Ground;
  /** How much noise lies between the points: 0 is a smooth dome, 1 is a crest of teeth. */
  rough: number;
  line: ViewLine;
};

/** A crest that comes down the face from the skyline. */
export type Rib = {
  /** Metres down for each metre aside. */
  slope: number;
  /** Its height over the face, as a fraction of the relief. Defaults to 0.06. */
  size?: number;
  line: ViewLine;
};

/** A nearer mountain, which hides what is behind it. */
export type Front = {
  /** 0 is as far as the skyline, 0.8 is the foot of the mountain, 1 the near edge of the plain. */
  depth: number;
  /** As in SkylinePiece. Defaults to 0.4. */
  rough?: number;
  /** The opacity of its crest, 0 to 1. Defaults to 0.62. */
  strength?: number;
  line: ViewLine;
};

/**
 * The control data of a mountain, seen from one side in parallel projection. These are drawn silhouettes:
 * heights of named points are published figures, their places across the view and the flanks are drawn
 * from knowledge of the mountain. They are not survey data.
 */
export type PeakShape = {
  heightM: number;
  /** Altitude of the plain, glacier or valley in front. */
  baseM: number;
  /** The part of the skyline that a card shows, in km from the summit. */
  frameKm: [left: number, right: number];
  /** How much the height is enlarged outside of the altitude explorer; 1 is true. */
  stretch: number;
  /** Above it snow lies, where the ground is snow or mixed. */
  snowLineM: number;
  /** Exactly one point is the summit, at x = 0; no other is as high. */
  skyline: SkylinePiece[];
  ribs: Rib[];
  fronts: Front[];
  /** Edges of hanging glaciers and ice cliffs. */
  iceCliffs: ViewLine[];
};

/** A point of the view: x in km from the summit, z in metres above sea level. */
export type ViewPoint = { x: number; z: number };

/** Parses a line of a shape. */
export const pointsOf = (line: ViewLine): ViewPoint[] =>
  line
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [x = 0, z = 0] = pair.split(',').map(Number);
      return { x, z };
    });
