/** A point of a drawing; y grows downward. */
export type Dot = { x: number; y: number };

type Piece = Dot[];

/**
 * Hidden-line removal. Lines are ordered from far to near; of each one, the pieces that rise above all
 * nearer lines are returned. All lines have the same x coordinates.
 */
export function visibleParts(lines: Dot[][]): Piece[][] {
  const horizon = lines[0]?.map(() => Infinity) ?? [];
  const seen = lines.toReversed().map((line) => {
    const pieces = piecesAbove(line, horizon);
    line.forEach(({ y }, at) => (horizon[at] = Math.min(horizon[at] ?? y, y)));
    return pieces;
  });
  return seen.toReversed();
}

function piecesAbove(line: Dot[], horizon: number[]): Piece[] {
  const pieces: Piece[] = [];
  let piece: Piece = [];
  const end = () => {
    if (piece.length > 1) pieces.push(piece);
    piece = [];
  };
  line.forEach((dot, at) => {
    const over = (horizon[at] ?? Infinity) - dot.y; // above the horizon where it is positive
    const before = line[at - 1];
    if (before !== undefined) {
      const was = (horizon[at - 1] ?? Infinity) - before.y;
      if (was > 0 !== over > 0) piece.push(crossing(before, dot, was, over));
    }
    if (over > 0) piece.push(dot);
    else end();
  });
  end();
  return pieces;
}

// The point where a line crosses the horizon.
function crossing(from: Dot, to: Dot, was: number, over: number): Dot {
  const part = Number.isFinite(was - over) ? was / (was - over) : 0;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** Simplifies a line: drops points within `tolerance` of it (Ramer-Douglas-Peucker algorithm). */
export function simplified(line: Piece, tolerance: number): Piece {
  const first = line[0];
  const last = line.at(-1);
  if (first === undefined || last === undefined || line.length < 3) return line;
  const { at, away } = farthest(line, first, last);
  if (away <= tolerance) return [first, last];
  return [
    ...simplified(line.slice(0, at + 1), tolerance).slice(0, -1),
    ...simplified(line.slice(at), tolerance),
  ];
}

/** As simplified, for a closed line. */
export function simplifiedRing(ring: Piece, tolerance: number): Piece {
  const middle = Math.floor(ring.length / 2);
  return [
    ...simplified(ring.slice(0, middle + 1), tolerance).slice(0, -1),
    ...simplified(ring.slice(middle), tolerance),
  ];
}

function farthest(line: Piece, first: Dot, last: Dot): { at: number; away: number } {
  const [across, down] = [last.x - first.x, last.y - first.y];
  const length = Math.hypot(across, down);
  let found = { at: 0, away: -1 };
  line.slice(1, -1).forEach(({ x, y }, before) => {
    const [dx, dy] = [x - first.x, y - first.y];
    const away = length === 0 ? Math.hypot(dx, dy) : Math.abs(across * dy - down * dx) / length;
    if (away > found.away) found = { at: before + 1, away };
  });
  return found;
}

/**
 * An SVG path with relative coordinates in whole numbers, which is the shortest form. Pieces that
 * round to a single point are left out.
 */
export const pathOf = (pieces: Piece[]): string => pieces.map(relativePath).join('');

function relativePath(piece: Piece): string {
  let [x, y] = [0, 0];
  let path = '';
  for (const dot of piece) {
    const [toX, toY] = [Math.round(dot.x), Math.round(dot.y)];
    if (path === '') path = `M${toX} ${toY}l`;
    else if (toX !== x || toY !== y) path += signed(toX - x) + signed(toY - y);
    [x, y] = [toX, toY];
  }
  return path.endsWith('l') ? '' : path.replace('l ', 'l');
}

/** The path of round dots: lines without length, which round ends make visible. */
export const dotsPathOf = (dots: Dot[]): string => {
  let [x, y] = [0, 0];
  const steps = dots
    .toSorted((a, b) => Math.round(a.y) - Math.round(b.y) || a.x - b.x)
    .map((dot) => {
      const [toX, toY] = [Math.round(dot.x), Math.round(dot.y)];
      const step = `m${toX - x}${signed(toY - y)}h0`;
      [x, y] = [toX, toY];
      return step;
    });
  return steps.join('');
};

const signed = (step: number) => (step < 0 ? String(step) : ` ${step}`);
