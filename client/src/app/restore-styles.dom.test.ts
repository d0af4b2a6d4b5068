import { beforeEach, describe, expect, it } from 'vitest';
import { extractStyles } from './style-attributes';
import { restoreStyles } from './restore-styles';

const rendered =
  '<p style="--peak: red; color: var(--peak);">a</p><i style="width: 5%;"></i><b style="width: 5%;"></b>';

beforeEach(() => {
  const { html, css } = extractStyles(rendered);
  document.head.innerHTML = `<style>p{color:blue}</style><style data-attributes>${css}</style>`;
  document.body.innerHTML = `<div id="root">${html}</div>`;
});

describe('restoreStyles', () => {
  it('gives elements the style attributes that they were rendered with', () => {
    const root = document.querySelector('#root');
    expect(root?.innerHTML).not.toContain(' style=');
    restoreStyles();
    expect(root?.innerHTML).toBe(rendered);
  });

  it('does nothing on a page without the stylesheet', () => {
    document.head.replaceChildren();
    const before = document.body.innerHTML;
    restoreStyles();
    expect(document.body.innerHTML).toBe(before);
  });
});
