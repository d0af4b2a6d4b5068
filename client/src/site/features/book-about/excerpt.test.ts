import { describe, expect, it } from 'vitest';
import { spreadOf } from './excerpt';

describe('spreadOf', () => {
  it.each([
    ['a\n\nb', ['a', 'b']],
    ['aaaa\n\nb\n\nb\n\nb', ['aaaa', 'b\n\nb\n\nb']],
    ['one paragraph', ['one paragraph', '']],
    ['', ['', '']],
  ])('divides %j', (passage, want) => {
    expect(spreadOf(passage)).toEqual(want);
  });
});
