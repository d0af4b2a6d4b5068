import { expect, it } from 'vitest';
import { clashing, followed, typedLeaves } from './seen-leaves';

const stored = (price: string, note = 'Old') => ({ book: { price, note: { en: note } } });

it('names what was typed into, wherever it stands', () => {
  const dirty = { book: { price: true, note: { en: false, fr: true }, lines: [{ text: true }] } };
  expect(typedLeaves(dirty)).toEqual(['book.price', 'book.note.fr', 'book.lines.0.text']);
  expect(typedLeaves({})).toEqual([]);
});

it('tells of a field that both changed', () => {
  const seen = followed(new Map(), ['book.price'], stored('279'));
  expect(clashing(seen, stored('300'), stored('250'))).toEqual(['book.price']);
});

it('tells of none that only one changed, or both to the same', () => {
  const seen = followed(new Map(), ['book.price'], stored('279'));
  expect(clashing(seen, stored('279', 'New'), stored('250'))).toEqual([]);
  expect(clashing(seen, stored('300'), stored('300'))).toEqual([]);
});

it('knows what stood there when the typing began, and forgets it with the typing', () => {
  const seen = followed(new Map(), ['book.price'], stored('279'));
  expect(followed(seen, ['book.price'], stored('300'))).toBe(seen);
  expect(followed(seen, [], stored('300')).size).toBe(0);
});
