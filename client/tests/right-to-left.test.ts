import { describe, expect, it } from 'vitest';
import { sources } from './sources';

// A physical side is wrong in one of the two directions: use ms-, pe-, start-, text-end instead.
const physical =
  /(?<![\w-])-?(?:m[lr]|p[lr]|left|right)-(?:\d|[[(]|auto|full|px|gutter)|(?<![\w-])(?:border-[lr]|rounded-(?:[lr]|[tb][lr]))(?![\w])|(?<![\w-])(?:text|float|clear)-(?:left|right)(?![\w-])/;
const physicalCss =
  /(?<![\w-])(?:margin|padding|border)-(?:left|right)\s*:|(?<![\w-])(?:left|right)\s*:/;

const offending = (extensions: RegExp, pattern: RegExp) =>
  sources(extensions).flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, at) => ({ line, where: `${path}:${at + 1}` }))
      .filter(({ line }) => pattern.test(line))
      .map(({ line, where }) => `${where} ${line.trim()}`),
  );

describe('right-to-left', () => {
  it('no class names a physical side', () => {
    expect(offending(/(?<!\.test)\.tsx$/, physical)).toEqual([]);
  });

  it('no style names a physical side', () => {
    // A summit has its place in a drawing, which is not mirrored.
    const found = offending(/\.css$/, physicalCss).filter(
      (line) => !line.includes('var(--summit)'),
    );
    expect(found).toEqual([]);
  });

  it.each(['ml-4', 'pr-2', '-ml-1', 'md:left-0', 'text-left', 'rounded-tl-sm', 'border-l-2'])(
    'refuses %s',
    (name) => {
      expect(physical.test(`className="flex ${name}"`)).toBe(true);
    },
  );

  it.each([
    'ms-4',
    'pe-2',
    'start-0',
    'text-start',
    'border-s-2',
    'rounded-block',
    'place-items-center',
  ])('allows %s', (name) => {
    expect(physical.test(`className="flex ${name}"`)).toBe(false);
  });
});
