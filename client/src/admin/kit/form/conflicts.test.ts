import { expect, it } from 'vitest';
import { conflictsIn, dirtyNames, trackBase } from './conflicts';

const stored = (price: string, note = 'Old') => ({ book: { price, note: { en: note } } });

it('names what was typed into, wherever it stands', () => {
  const dirty = { book: { price: true, note: { en: false, fr: true }, lines: [{ text: true }] } };
  expect(dirtyNames(dirty)).toEqual(['book.price', 'book.note.fr', 'book.lines.0.text']);
  expect(dirtyNames({})).toEqual([]);
});

it('tells of a field that both changed', () => {
  const base = trackBase(new Map(), ['book.price'], stored('279'));
  expect(conflictsIn(base, stored('300'), stored('250'))).toEqual(['book.price']);
});

it('tells of none that only one changed, or both to the same', () => {
  const base = trackBase(new Map(), ['book.price'], stored('279'));
  expect(conflictsIn(base, stored('279', 'New'), stored('250'))).toEqual([]);
  expect(conflictsIn(base, stored('300'), stored('300'))).toEqual([]);
});

it('knows what stood there when the typing began, and forgets it with the typing', () => {
  const base = trackBase(new Map(), ['book.price'], stored('279'));
  expect(trackBase(base, ['book.price'], stored('300'))).toBe(base);
  expect(trackBase(base, [], stored('300')).size).toBe(0);
});
