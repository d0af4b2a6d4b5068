/** A number in [0, 1) for a lattice point; the same on every machine. */
type Lattice = (x: number, y: number) => number;

/** FNV-1a: a 32-bit seed from a name. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** A stream of numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Ridged noise in [0, 1]: sharp crests where smooth noise would cross zero. With `along` below 1 the finer
 * crests are longer in y than in x, as gullies are.
 */
export function ridgedNoise(seed: number, octaves: number, along = 1): Lattice {
  const lattice = latticeFrom(seed);
  return (x, y) => {
    let sum = 0;
    let weight = 0.5;
    let scale = 1;
    for (let octave = 0; octave < octaves; octave++) {
      const down = y * scale ** along + octave * 17;
      const crest = 1 - Math.abs(2 * smooth(lattice, x * scale, down) - 1);
      sum += weight * crest * crest;
      weight *= 0.5;
      scale *= 2.03;
    }
    return sum / (1 - 0.5 ** octaves);
  };
}

/** Smooth noise in [0, 1]. */
export function smoothNoise(seed: number): Lattice {
  const lattice = latticeFrom(seed);
  return (x, y) => smooth(lattice, x, y);
}

function latticeFrom(seed: number): Lattice {
  return (x, y) => {
    let hash = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ seed;
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
  };
}

const ease = (t: number) => t * t * (3 - 2 * t);
const mix = (a: number, b: number, t: number) => a + (b - a) * t;

function smooth(lattice: Lattice, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const across = ease(x - left);
  const upper = mix(lattice(left, top), lattice(left + 1, top), across);
  const lower = mix(lattice(left, top + 1), lattice(left + 1, top + 1), across);
  return mix(upper, lower, ease(y - top));
}
