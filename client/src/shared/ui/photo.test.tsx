import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { heroSizes, Photo } from './photo';

const file = (path: string) => ({
  path,
  width: 4000,
  height: 3000,
  placeholder: 'data:image/jpeg;base64,AA==',
  focal_x: 0.5,
  focal_y: 0.5,
});
const alt = { text: 'A summit', lang: 'en', dir: 'ltr' } as const;

it('the page asks for the photograph at its head first, and for the others when they come near', () => {
  const html = renderToString(
    <>
      <Photo file={file('head.jpg')} alt={alt} sizes={heroSizes} first className="photo-hero" />
      <Photo file={file('next.jpg')} alt={alt} sizes="100vw" className="w-full" />
      <Photo file={file('last.jpg')} alt={alt} sizes="100vw" className="w-full" />
    </>,
  );
  const preloads = html.match(/<link rel="preload"[^>]*>/g) ?? [];
  expect(preloads).toHaveLength(1);
  expect(preloads[0]).toContain('head.jpg?width=720 720w');
  expect(preloads[0]).toContain('fetchPriority="high"');
  const pictures = html.match(/<img[^>]*srcSet[^>]*>/g) ?? [];
  // start.ts looks for the first of them.
  expect(pictures.map((img) => img.includes('fetchPriority="high"'))).toEqual([true, false, false]);
  expect(pictures.map((img) => img.includes('loading="lazy"'))).toEqual([false, true, true]);
});
