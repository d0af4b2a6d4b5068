import { expect, it } from 'vitest';
import { dateIn, keyFor } from './read-cell';

// In 2025 Morocco was an hour ahead of UTC, but in Ramadan (from 23 February to 6 April).
it.each([
  { text: '2025-11-23', iso: '2025-11-22T23:00:00.000Z' },
  { text: '2025-11-23 10:00', iso: '2025-11-23T09:00:00.000Z' },
  { text: '2025-11-23T10:00:30.5', iso: '2025-11-23T09:00:00.000Z' },
  { text: '2025-11-23T10:00:00Z', iso: '2025-11-23T10:00:00.000Z' },
  { text: '2025-11-23T10:00:00+02:00', iso: '2025-11-23T08:00:00.000Z' },
  { text: '23/11/2025', iso: '2025-11-22T23:00:00.000Z' },
  { text: '3.11.2025 9:05', iso: '2025-11-03T08:05:00.000Z' },
  { text: '23-11-2025 10:00:59', iso: '2025-11-23T09:00:00.000Z' },
  { text: '٢٣/١١/٢٠٢٥', iso: '2025-11-22T23:00:00.000Z' },
  { text: '01/03/2025 12:00', iso: '2025-03-01T12:00:00.000Z' },
])('reads $text as a time in Morocco', ({ text, iso }) => {
  expect(dateIn(text)?.toISOString()).toBe(iso);
});

it.each([
  'soon',
  '31/02/2026',
  '2026-13-01',
  '2026-02-30',
  '23/11/26',
  '11/23/2026',
  '25:00',
  '01/01/0026',
  '',
])('takes %j for no date', (text) => {
  expect(dateIn(text)).toBeNull();
});

it('knows words in any case, with or without accents', () => {
  const words = { yes: ['oui', 'نعم'], no: ['non'] };
  expect(keyFor(words, ['yes', 'no'], 'OUÍ')).toBe('yes');
  expect(keyFor(words, ['yes', 'no'], 'no')).toBe('no');
  expect(keyFor(words, ['yes', 'no'], 'maybe')).toBeUndefined();
});
