import { describe, expect, it } from 'vitest';
import { diffWords } from './text-diff';

const written = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => ({ same: text, gone: `[-${text}-]`, new: `{+${text}+}` })[kind])
    .join('');

describe('diffWords', () => {
  it.each([
    [
      'a word in the middle',
      'The wind came late.',
      'The storm came late.',
      'The [-wind-]{+storm+} came late.',
    ],
    ['what was added', 'We waited.', 'We waited. Then dawn.', 'We waited.{+ Then dawn.+}'],
    ['what was taken out', 'We waited long.', 'We long.', 'We [-waited -]long.'],
    ['all of it', 'One', 'Two', '[-One-]{+Two+}'],
    ['nothing', 'قمة توبقال', 'قمة توبقال', 'قمة توبقال'],
    ['a text that was empty', '', 'New words', '{+New words+}'],
  ])('shows %s', (_what, before, after, want) => {
    expect(written(before, after)).toBe(want);
  });

  it('loses no sign of either text', () => {
    const [before, after] = ['a  b\nc d e f', 'a b\nc x e  f g'];
    const pieces = diffWords(before, after);
    const of = (left: string) => pieces.filter(({ kind }) => kind !== left).map(({ text }) => text);
    expect(of('new').join('')).toBe(before);
    expect(of('gone').join('')).toBe(after);
  });

  it('does not compare two long texts sign by sign', () => {
    const long = (word: string) =>
      Array.from({ length: 3000 }, (_, at) => `${word}${at}`).join(' ');
    expect(diffWords(long('a'), long('b')).map(({ kind }) => kind)).toContain('gone');
  });
});
