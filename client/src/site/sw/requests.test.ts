import { describe, expect, it } from 'vitest';
import { filesIn, keyOf, kindOf, languageIn, type RequestKind } from './requests';

const origin = 'https://example.org';
const anon = { apikey: 'anon', authorization: 'Bearer anon' };
const signedIn = { apikey: 'anon', authorization: 'Bearer eyJ.her.own' };

type Case = {
  path: string;
  want: RequestKind;
  mode?: string;
  method?: string;
  headers?: Record<string, string>;
};

const cases: Case[] = [
  { path: '/', mode: 'navigate', want: 'page' },
  { path: '/blog/a-post?lang=ar', mode: 'navigate', want: 'page' },
  { path: '/administrator', mode: 'navigate', want: 'page' },
  { path: '/admin', mode: 'navigate', want: 'other' },
  { path: '/admin/book-orders', mode: 'navigate', want: 'other' },
  { path: '/downloads/media-kit.fr.pdf', mode: 'navigate', want: 'other' },
  { path: '/feed.xml', mode: 'navigate', want: 'other' },
  { path: '/assets/index-1a2b.js', want: 'file' },
  { path: '/art/everest.svg', want: 'picture' },
  { path: '/art/../rest/v1/book_orders', want: 'other' },
  { path: '/storage/v1/render/image/public/media/a/b.jpg?width=360', want: 'photo' },
  { path: '/storage/v1/render/image/authenticated/media_originals/a/b.jpg', want: 'other' },
  { path: '/storage/v1/object/public/media/a/b.jpg', want: 'other' },
  { path: '/rest/v1/pictures?select=path', headers: anon, want: 'rows' },
  { path: '/rest/v1/blog_posts?select=*', headers: anon, want: 'rows' },
  { path: '/rest/v1/blog_posts?select=*', headers: signedIn, want: 'other' },
  { path: '/rest/v1/blog_posts?select=*', want: 'other' },
  { path: '/rest/v1/blog_posts', method: 'PATCH', headers: anon, want: 'other' },
  { path: '/rest/v1/book_orders', headers: anon, want: 'other' },
  { path: '/rest/v1/rpc/anything', headers: anon, want: 'other' },
  { path: '/auth/v1/user', headers: anon, want: 'other' },
  { path: '/functions/v1/track_order', headers: anon, want: 'other' },
  { path: '/config.json', want: 'other' },
  { path: 'https://elsewhere.org/assets/a.js', want: 'other' },
];

describe('kindOf', () => {
  it.each(cases)(
    '$method $path is $want',
    ({ path, want, mode = 'cors', method = 'GET', headers }) => {
      const request = {
        url: new URL(path, origin).href,
        method,
        mode,
        headers: new Headers(headers),
      };
      expect(kindOf(request, origin)).toBe(want);
    },
  );
});

describe('a cached page', () => {
  it.each([
    { url: '/story?lang=fr&utm=x#part-1', want: '/story?lang=fr' },
    { url: '/story/', want: '/story?lang=fr' },
    { url: '/', want: '/?lang=fr' },
  ])('$url has one key', ({ url, want }) => {
    expect(keyOf(origin + url, 'fr')).toBe(origin + want);
  });

  it('accepts only languages of the site', () => {
    expect(languageIn(`${origin}/?lang=ar`)).toBe('ar');
    expect(languageIn(`${origin}/?lang=de`)).toBeUndefined();
    expect(languageIn(origin)).toBeUndefined();
  });

  it('lists its files once each', () => {
    const html = `<link rel="modulepreload" href="/assets/story-1.js"><style>@font-face{src:url(/assets/f-2.woff2)}
      </style><img src="/art/k2.svg"><use href="/art/k2.svg#a"><a href="/book">x</a>`;
    expect(filesIn(html)).toEqual(['/assets/story-1.js', '/assets/f-2.woff2', '/art/k2.svg']);
  });
});
