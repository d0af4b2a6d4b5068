// Without a DOM the HTML comes sanitized from the Go program, as in its interpreter. What DOMPurify removes is in
// e2e/more/blog.spec.ts: happy-dom cannot run it.
import { expect, it, vi } from 'vitest';
import { articleOf } from './article';

it('prepares the HTML of a post', () => {
  vi.stubGlobal('hostSanitize', (html: string) => html);
  const { html, parts } = articleOf(
    '<h1 dir="ltr">A &amp; <em>b</em></h1><p>1 &lt; 2</p><h2 id="own">C</h2><img src="/a.jpg"/><img src="/b.jpg" alt="x > y">' +
      '<a href="https://example.org">out</a><a href="/book">in</a><abbr>a</abbr><table><tbody><tr><td>1</td></tr></tbody></table><pre>x</pre>',
  );
  expect(parts).toEqual([
    { id: 'part-1', text: 'A & b' },
    { id: 'part-2', text: 'C' },
  ]);
  expect(html).toBe(
    '<h2 id="part-1" dir="ltr" tabindex="-1">A &amp; <em>b</em></h2><p>1 &lt; 2</p><h2 id="part-2" tabindex="-1">C</h2>' +
      '<img src="/a.jpg" alt="" loading="lazy" decoding="async"><img src="/b.jpg" alt="x > y" loading="lazy" decoding="async">' +
      '<a href="https://example.org" rel="noreferrer">out</a><a href="/book">in</a><abbr>a</abbr>' +
      '<div class="article-wide" tabindex="0"><table><tbody><tr><td>1</td></tr></tbody></table></div>' +
      '<div class="article-wide" tabindex="0"><pre>x</pre></div>',
  );
});

it('offers the browser several widths of a picture of the library, and leaves others as they are', () => {
  vi.stubGlobal('hostSanitize', (html: string) => html);
  const id = '00000000-0000-4000-8000-000000000001';
  const file = `/storage/v1/object/public/media/${id}/${id}.jpg`;
  const { html } = articleOf(
    `<figure><img src="${file}" alt="x" width="1000" height="500"></figure><img src="/a.jpg" width="9">`,
  );
  const [own = '', other = ''] = html.match(/<img[^>]*>/g) ?? [];
  expect(own).toContain(
    `srcset="/storage/v1/render/image/public/media/${id}/${id}.jpg?width=360 360w`,
  );
  expect(own).toContain('width=1000 1000w"');
  expect(own).toContain('width="1000"');
  expect(own).toContain('height="500"');
  expect(other).not.toContain('srcset');
});
