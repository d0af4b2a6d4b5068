export type DiffPart = { kind: 'same' | 'gone' | 'new'; text: string };

const maxCells = 4_000_000; // beyond this the table of two long texts is too expensive

/** Splits a text into words and spaces, without loss. */
const tokens = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** The word diff of two texts. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [a, b] = [tokens(before), tokens(after)];
  const start = commonStart(a, b);
  const end = commonEnd(a.slice(start), b.slice(start));
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return join([
    ...a.slice(0, start).map(part('same')),
    ...middle,
    ...a.slice(a.length - end).map(part('same')),
  ]);
}

const part =
  (kind: DiffPart['kind']) =>
  (text: string): DiffPart => ({ kind, text });

function commonStart(a: string[], b: string[]): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

function commonEnd(a: string[], b: string[]): number {
  let at = 0;
  while (at < a.length && at < b.length && a.at(-1 - at) === b.at(-1 - at)) at++;
  return at;
}

function diffMiddle(a: string[], b: string[]): DiffPart[] {
  if (a.length * b.length > maxCells) {
    return [...a.map(part('gone')), ...b.map(part('new'))];
  }
  const lengths = commonLengths(a, b);
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [gone, came] = [a[i], b[j]];
    if (gone !== undefined && gone === came) {
      parts.push({ kind: 'same', text: gone });
      i++;
      j++;
    } else if (
      came === undefined ||
      (gone !== undefined && lengths.at(i + 1, j) >= lengths.at(i, j + 1))
    ) {
      if (gone !== undefined) parts.push({ kind: 'gone', text: gone });
      i++;
    } else {
      parts.push({ kind: 'new', text: came });
      j++;
    }
  }
  return parts;
}

/** The table of the longest common subsequence, from each pair of positions to the ends. */
function commonLengths(a: string[], b: string[]) {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return { at };
}

// Merges adjacent parts of the same kind.
function join(parts: DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  for (const { kind, text } of parts) {
    const last = joined.at(-1);
    if (last?.kind === kind) last.text += text;
    else joined.push({ kind, text });
  }
  return joined;
}
