import { diffArrays } from 'diff';

export type DiffPart = { kind: 'same' | 'gone' | 'new'; text: string };

const maxEdits = 2_000; // the time of a diff grows with their square

/** Splits a text into words and spaces, without loss; words are separated by spaces in every script. */
const tokens = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** The word diff of two texts. Texts that differ too much are wholly gone and new. */
export function diffWords(before: string, after: string): DiffPart[] {
  const changes = diffArrays(tokens(before), tokens(after), { maxEditLength: maxEdits });
  if (!changes) {
    return [
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ];
  }
  return changes.map(({ removed, added, value }) => ({
    kind: removed ? 'gone' : added ? 'new' : 'same',
    text: value.join(''),
  }));
}

const around = 120; // characters of context around a change

/** Shortens an unchanged passage, the part `at` of `count`, to the context of the changes beside it. */
export function shortened(text: string, at: number, count: number): string {
  if (text.length <= around * 2 + 20) return text;
  const start = at === 0 ? '' : text.slice(0, around);
  const end = at === count - 1 ? '' : text.slice(-around);
  return `${start} … ${end}`;
}
