import { describe, expect, it } from 'vitest';
import { editionOf, remarkIn, withRemark } from './order-notes-text';

describe('the notes of an order', () => {
  it.each([
    { notes: null, edition: undefined, remark: '' },
    { notes: 'ar', edition: 'ar', remark: '' },
    { notes: 'fr\nCalled twice.\nMonday', edition: 'fr', remark: 'Called twice.\nMonday' },
    { notes: 'arrives on Monday', edition: undefined, remark: 'arrives on Monday' },
    { notes: 'French, please', edition: undefined, remark: 'French, please' },
  ])('say $edition and "$remark"', ({ notes, edition, remark }) => {
    expect(editionOf(notes)).toBe(edition);
    expect(remarkIn(notes)).toBe(remark);
  });

  it('keep the edition whatever is written', () => {
    expect(withRemark('ar', 'Called. ')).toBe('ar\nCalled.');
    expect(withRemark('ar\nCalled.', '')).toBe('ar');
    expect(withRemark(null, ' ')).toBeNull();
    expect(withRemark('old words', 'new words')).toBe('new words');
  });
});
