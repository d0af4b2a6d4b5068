import { describe, expect, it } from 'vitest';
import { hasRequiredValues } from './validate-required';

function formOf(html: string): HTMLFormElement {
  const form = document.createElement('form');
  form.innerHTML = html;
  document.body.replaceChildren(form);
  return form;
}

const fieldOf = (form: HTMLFormElement) => form.querySelector('[name=a]');

describe('hasRequiredValues', () => {
  it.each([
    '<input name="a" required value="  ">',
    '<textarea name="a" required> \n\t </textarea>',
  ])('empties and refuses %s', (html) => {
    const form = formOf(html);
    expect(hasRequiredValues(form)).toBe(false);
    expect(fieldOf(form)).toHaveValue('');
  });

  it.each(['<input name="a" required value=" x ">', '<input name="a" value="  ">', ''])(
    'accepts %s unchanged',
    (html) => {
      const form = formOf(html);
      const before = form.innerHTML;
      expect(hasRequiredValues(form)).toBe(true);
      expect(form.innerHTML).toBe(before);
    },
  );
});
