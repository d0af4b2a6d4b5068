import Papa from 'papaparse';
import { fold } from '@/shared/i18n/fold';

/** A line of the file; `line` counts from 1, the header included, as a spreadsheet does. */
type Line = { line: number; cells: string[] };

export type ImportTable = { heads: string[]; lines: Line[] };

/** The cell of a field; '' where no column has it. */
export function cellOf<Name extends string>(
  { cells }: Line,
  mapping: Mapping<Name>,
  field: Name,
): string {
  const at = mapping[field];
  return at === undefined ? '' : (cells[at] ?? '');
}

/** The most lines that a file may have besides its header. */
export const maxLines = 5_000;

/** Parses CSV with a header. The separator is a comma, a semicolon or a tab; a first line `sep=;` names it. */
export function readTable(text: string): ImportTable {
  const plain = text.replace(/^\uFEFF/, '');
  const named = /^"?sep=(.)"?\r?\n/i.exec(plain);
  const body = named === null ? plain : plain.slice(named[0].length);
  const { data } = Papa.parse<string[]>(body, { delimiter: named?.[1] ?? separatorOf(body) });
  const offset = named === null ? 1 : 2;
  const [head, ...lines] = data
    .map((cells, at) => ({ line: at + offset, cells: cells.map(plainCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { heads: head?.cells ?? [], lines };
}

// Our own export marks cells as text by an apostrophe, which a spreadsheet takes off.
const plainCell = (cell: string) => cell.trim().replace(/^'(?=[=+\-@＝＋－＠]|\d{12,}$)/, '');

const separators = [',', ';', '\t'] as const;

/** The separator that the header has most of, outside of quotes. The guess of papaparse fails on short files. */
function separatorOf(text: string): string {
  const head = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '');
  const countOf = (separator: string) => head.split(separator).length;
  const [first, ...others] = separators;
  return others.reduce<string>(
    (most, each) => (countOf(each) > countOf(most) ? each : most),
    first,
  );
}

/** A field of a record, and the heads (in any language) by which its column is recognised. */
export type ImportField<Name extends string> = {
  name: Name;
  heads: readonly string[];
  required?: true;
};

/** The column of each field, by its index; undefined if the file has none. */
export type Mapping<Name extends string> = Partial<Record<Name, number>>;

/** Recognises the columns by their heads. */
export function guessMapping<Name extends string>(
  heads: readonly string[],
  fields: readonly ImportField<Name>[],
): Mapping<Name> {
  const mapping: Mapping<Name> = {};
  const folded = heads.map((head) =>
    fold(head)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  for (const { name, heads: known } of fields) {
    const at = folded.findIndex((head) => known.some((each) => fold(each) === head));
    if (at !== -1) mapping[name] = at;
  }
  return mapping;
}
