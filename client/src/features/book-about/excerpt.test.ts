import { describe, expect, it } from 'vitest';
import ar from '@/i18n/ar/book.json';
import en from '@/i18n/en/book.json';
import fr from '@/i18n/fr/book.json';
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

describe.each(Object.entries({ en, fr, ar }))('the excerpt in %s', (_, { inside }) => {
  it.each(Object.entries(inside.pages))('has a %s page of a book’s length', (__, page) => {
    expect(page.split(/\s+/).length).toBeGreaterThan(100);
    expect(page.split('\n\n').length).toBeGreaterThanOrEqual(3);
  });
});
