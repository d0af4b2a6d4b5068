import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { TFunction } from './index';
import { createTranslations } from './translate';

const english = {
  close: 'Close',
  nav: { pages: { home: 'Home' } },
  outbox: {
    sent: '{{name}}, order {{number}} is sent. Thank you, {{name}}!',
    waiting_one: 'one order waits',
    waiting_other: '{{count}} orders wait',
  },
  notFound: { found_zero: 'nothing', found_one: 'one result', found_other: '{{count}} results' },
};

function setup() {
  const onMissing = vi.fn<(namespace: string) => void>();
  const translations = createTranslations(onMissing);
  translations.add('en', 'site', english);
  return { ...translations, onMissing, t: translations.getFixedT('en', 'site') };
}

describe('t', () => {
  it.each([
    ['close', {}, 'Close'],
    ['nav.pages.home', {}, 'Home'],
    ['site:close', {}, 'Close'],
    ['outbox.sent', { name: '<$&>', number: 7 }, '<$&>, order 7 is sent. Thank you, <$&>!'],
    [
      'outbox.sent',
      { name: '{{number}}', number: 7 },
      '{{number}}, order 7 is sent. Thank you, {{number}}!',
    ],
    ['outbox.waiting', { count: 1 }, 'one order waits'],
    ['outbox.waiting', { count: 0 }, '0 orders wait'],
    ['notFound.found', { count: 0 }, 'nothing'],
    ['notFound.found', { count: 2 }, '2 results'],
    ['close', { count: 2 }, 'Close'],
  ] as const)('gives %s with %j', (key, values, want) => {
    expect(setup().t(key, values)).toBe(want);
  });

  it('leaves a placeholder without a value, and warns once', () => {
    const warning = vi.spyOn(console, 'warn').mockReturnValue();
    const { t } = setup();
    const want = '{{name}}, order 7 is sent. Thank you, {{name}}!';
    expect([t('outbox.sent', { number: 7 }), t('outbox.sent', { number: 7 })]).toEqual([
      want,
      want,
    ]);
    expect(warning.mock.calls).toEqual([[`no value for {{name}}: ${english.outbox.sent}`]]);
  });

  it('takes the plural forms of the language', () => {
    const { add, getFixedT } = setup();
    add('fr', 'site', {
      outbox: { waiting_one: '{{count}} reste', waiting_other: '{{count}} restent' },
    });
    const t = getFixedT('fr', 'site');
    expect([0, 1, 2].map((count) => t('outbox.waiting', { count }))).toEqual([
      '0 reste',
      '1 reste',
      '2 restent',
    ]);
  });

  it('falls back to English, then to the key, and warns once', () => {
    const warning = vi.spyOn(console, 'warn').mockReturnValue();
    const { getFixedT, onMissing } = setup();
    const t = getFixedT('ar', ['site', 'book']);
    expect(t('close')).toBe('Close');
    expect(t('outbox.waiting', { count: 2 })).toBe('2 orders wait');
    expect(t('book:hero.rating')).toBe('hero.rating');
    t('close');
    expect(warning.mock.calls).toEqual([
      ['missing translation ar:site:close'],
      ['missing translation ar:site:outbox.waiting'],
      ['missing translation ar:book:hero.rating'],
    ]);
    expect(onMissing.mock.calls).toEqual([['site'], ['site'], ['book']]);
  });

  it('is the same function until its messages change', () => {
    const { add, getFixedT, t } = setup();
    const two = getFixedT('en', ['book', 'site']);
    const arabic = getFixedT('ar', 'book');
    add('en', 'site', { close: 'Not added again' });
    add('fr', 'book', {});
    expect(getFixedT('en', 'site')).toBe(t);
    expect(getFixedT('en', ['book', 'site'])).toBe(two);
    expect(getFixedT('ar', 'book')).toBe(arabic);
    add('en', 'book', {});
    expect(getFixedT('en', 'site')).toBe(t);
    expect(getFixedT('en', ['book', 'site'])).not.toBe(two);
    // It falls back to the English messages.
    expect(getFixedT('ar', 'book')).not.toBe(arabic);
  });
});

it('exists tells whether a language has a key', () => {
  const { exists } = setup();
  expect(exists('en', 'site', 'nav.pages.home')).toBe(true);
  expect(exists('en', 'site', 'nav.pages')).toBe(false);
  expect(exists('fr', 'site', 'nav.pages.home')).toBe(false);
});

describe('keys', () => {
  type Site = Parameters<TFunction<'site'>>[0];
  type Book = Parameters<TFunction<readonly ['book', 'site']>>[0];

  it('are those of the namespaces, without plural forms', () => {
    expectTypeOf<'nav.pages.home'>().toExtend<Site>();
    expectTypeOf<'site:nav.pages.home'>().toExtend<Site>();
    expectTypeOf<'nav.pages'>().not.toExtend<Site>();
    expectTypeOf<'nav.pages.nowhere'>().not.toExtend<Site>();
    expectTypeOf<'remaining'>().toExtend<Book>();
    expectTypeOf<'remaining_one'>().not.toExtend<Book>();
    expectTypeOf<'site:nav.pages.home'>().toExtend<Book>();
    expectTypeOf<'nav.pages.home'>().not.toExtend<Book>();
    expectTypeOf<'film:title'>().not.toExtend<Book>();
    expectTypeOf<string>().not.toExtend<Site>();
  });

  it('of more namespaces may be passed where fewer are expected, not the reverse', () => {
    expectTypeOf<TFunction<readonly ['book', 'site']>>().toExtend<TFunction<'book'>>();
    expectTypeOf<TFunction<'book'>>().not.toExtend<TFunction<readonly ['book', 'site']>>();
    expectTypeOf<TFunction<'book'>>().not.toExtend<TFunction<'site'>>();
  });
});
