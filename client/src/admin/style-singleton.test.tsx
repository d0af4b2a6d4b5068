import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { styleSingleton } from './style-singleton';

const applied = () =>
  document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map((rule) => rule.cssText));

it('applies the styles of the first component until the last one is gone, without a style element', () => {
  const Style = styleSingleton();
  const first = render(<Style styles="body { margin-right: 15px; }" />);
  const second = render(<Style styles="body { margin-right: 0px; }" />);
  expect(applied()).toEqual(['body { margin-right: 15px; }']);
  first.unmount();
  expect(applied()).toEqual(['body { margin-right: 15px; }']);
  second.unmount();
  expect(applied()).toEqual([]);
  const third = render(<Style styles="body { margin-right: 3px; }" />);
  expect(applied()).toEqual(['body { margin-right: 3px; }']);
  third.unmount();
  expect(document.querySelector('style')).toBeNull();
});
