import { Editor } from '@tiptap/core';
import { describe, expect, it } from 'vitest';
import { articleKit } from './article-kit';

/** HTML as it comes out of an editor that it was put into. */
function through(html: string): string {
  const editor = new Editor({ extensions: articleKit('', 'dead'), content: html });
  const out = editor.getHTML();
  editor.destroy();
  return out;
}

describe('an article that is opened and kept', () => {
  it.each([
    ['headings', '<h2>One</h2><h3>Two</h3><h4>Three</h4>'],
    [
      'forms of letters',
      '<p><strong>a</strong><em>b</em><u>c</u><s>d</s><code>e</code>H<sub>2</sub>m<sup>2</sup></p>',
    ],
    ['lists', '<ul><li><p>a</p><ol start="3"><li><p>b</p></li></ol></li></ul>'],
    ['a quote and a divider', '<blockquote><p>a</p></blockquote><hr><p>b</p>'],
    [
      'links',
      '<p><a href="https://example.org/a">a</a> <a href="/book">b</a> <a href="mailto:a@example.org">c</a></p>',
    ],
    [
      'a picture with its caption',
      '<figure><img src="/a.png" alt="Peak" width="10" height="5"><figcaption>At <em>dawn</em></figcaption></figure>',
    ],
    ['a picture without one', '<figure><img src="https://example.org/a.png" alt=""></figure>'],
    [
      'a table',
      '<table><tbody><tr><th><p>a</p></th><th colspan="2"><p>b</p></th></tr><tr><td><p>c</p></td><td><p>d</p></td><td><p>e</p></td></tr></tbody></table>',
    ],
    ['code', '<pre><code>a\n  b</code></pre>'],
    ['a passage in another language', '<p lang="ar" dir="rtl">قمة</p>'],
  ])('has its %s as they were', (_what, html) => {
    expect(through(html)).toBe(html);
  });

  it.each([
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['a handler', '<p onclick="alert(1)" style="color:red" class="x" id="root">a</p>', '<p>a</p>'],
    ['a link that runs', '<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>'],
    ['a frame', '<iframe></iframe><p>a</p>', '<p>a</p>'],
    ['a picture from a disk', '<p>a</p><img src="file:///C:/a.png">', '<p>a</p>'],
  ])('loses %s', (_what, html, want) => {
    expect(through(html)).toBe(want);
  });
});
