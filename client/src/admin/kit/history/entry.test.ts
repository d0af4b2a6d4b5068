import { describe, expect, it } from 'vitest';
import { changesOf, columnParts, excerptOf } from './entry';

describe('an entry of the audit log', () => {
  it.each([
    ['of an insert', null, []],
    ['that is no object', [1], []],
    [
      'of an update',
      { year: [2018, 2019], name: null, flag: [null] },
      [
        { column: 'flag', values: { before: null, after: null } },
        { column: 'name', values: undefined },
        { column: 'year', values: { before: 2018, after: 2019 } },
      ],
    ],
  ])('%s has its changes by column', (_name, changes, want) => {
    expect(changesOf({ changes })).toEqual(want);
  });

  it.each([
    ['title_ar', { name: 'title', language: 'ar' }],
    ['image_alt_en', { name: 'image_alt', language: 'en' }],
    ['status', { name: 'status', language: undefined }],
  ])('parts %s', (column, want) => {
    expect(columnParts(column)).toEqual(want);
  });

  it('knows a part of a long text from a value', () => {
    const part = { excerpt: 'x', from: 1, length: 900 };
    expect(excerptOf(part)).toEqual(part);
    expect(excerptOf({ start: '2026-11-07' })).toBeUndefined();
  });
});
