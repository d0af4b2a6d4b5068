import { describe, expect, it } from 'vitest';
import { find, tokenize } from './find-links';

const found = (text: string) => find(text, { defaultProtocol: 'https' }).map(({ href }) => href);

describe('addresses in a text', () => {
  it.each([
    ['of the web', 'See https://example.org/a?b=1#c.', ['https://example.org/a?b=1#c']],
    [
      'without a protocol',
      'www.example.org, example.ma/a',
      ['https://www.example.org', 'https://example.ma/a'],
    ],
    ['of a mail', 'Write to amal@example.org!', ['mailto:amal@example.org']],
    ['in brackets', '(https://example.org/a)', ['https://example.org/a']],
    ['with brackets', 'https://example.org/a_(b)', ['https://example.org/a_(b)']],
    ['in quotes', '«https://example.org»', ['https://example.org']],
  ])('are found: %s', (_what, text, hrefs) => {
    expect(found(text)).toEqual(hrefs);
  });

  it.each(['end.Then', 'e.g. this', 'version 2.10', 'a.m', 'file.txt', 'javascript:alert(1)'])(
    'are not found in %s',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  it('have places, which TipTap marks', () => {
    const [link] = find('a https://b.org c');
    expect(link).toMatchObject({ value: 'https://b.org', start: 2, end: 15, isLink: true });
  });

  it('are told from what is around them', () => {
    const tokens = (text: string) =>
      tokenize(text).map((token) => {
        const { value, isLink } = token.toObject('https');
        return isLink ? `[${value}]` : value;
      });
    expect(tokens('(example.com)')).toEqual(['(', '[example.com]', ')']);
    expect(tokens('example.com1')).toEqual(['example.com1']);
    expect(tokenize('www.example.com').map((token) => token.toObject('https').href)).toEqual([
      'https://www.example.com',
    ]);
  });
});
