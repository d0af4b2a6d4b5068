import { describe, expect, it } from 'vitest';
import { countWords, plainText, readingMinutes } from './plain-text';

it('reads a text line by line', () => {
  expect(plainText('<h2>One</h2>\n<p>Two <b>three</b><br>four</p><ul><li>five</li></ul>')).toBe(
    'One\nTwo three\nfour\nfive',
  );
});

describe('words', () => {
  it.each([
    ['en', 'We waited, all night.', 4],
    ['fr', 'L’ascension, c’est ici', 3],
    ['ar', 'العودة قرار، لا هزيمة.', 4],
    ['en', '', 0],
  ])('in %s: %j', (language, text, want) => {
    expect(countWords(text, language)).toBe(want);
  });

  it('take a minute for two hundred, and one at least', () => {
    expect([0, 200, 201].map(readingMinutes)).toEqual([1, 1, 2]);
  });
});
