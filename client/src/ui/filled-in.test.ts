import { describe, expect, it } from 'vitest';
import { isFilledIn } from './filled-in';

function formOf(html: string): HTMLFormElement {
  const form = document.createElement('form');
  form.innerHTML = html;
  document.body.replaceChildren(form);
  return form;
}

const fieldOf = (form: HTMLFormElement) => form.querySelector('[name=a]');

describe('isFilledIn', () => {
  it.each([
    '<input name="a" required value="  ">',
    '<textarea name="a" required> \n\t </textarea>',
  ])('empties and refuses %s', (html) => {
    const form = formOf(html);
    expect(isFilledIn(form)).toBe(false);
    expect(fieldOf(form)).toHaveValue('');
  });

  it.each(['<input name="a" required value=" x ">', '<input name="a" value="  ">', ''])(
    'takes %s as it is',
    (html) => {
      const form = formOf(html);
      const before = form.innerHTML;
      expect(isFilledIn(form)).toBe(true);
      expect(form.innerHTML).toBe(before);
    },
  );
});
