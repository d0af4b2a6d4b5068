import { describe, expect, it } from 'vitest';
import { dotsPathOf, pathOf, simplified, simplifiedRing, visibleParts } from './lines';

const line = (...heights: number[]) => heights.map((y, x) => ({ x: x * 10, y }));

describe('visibleParts', () => {
  it('shows a near line completely and a far one where it rises above it', () => {
    const [far, near] = visibleParts([line(20, 0, 20), line(10, 10, 10)]);
    expect(near).toEqual([line(10, 10, 10)]);
    expect(far).toEqual([
      [
        { x: 5, y: 10 },
        { x: 10, y: 0 },
        { x: 15, y: 10 },
      ],
    ]);
  });

  it('hides a line that is below a nearer one everywhere', () => {
    expect(visibleParts([line(20, 20, 20), line(10, 10, 10)])[0]).toEqual([]);
  });
});

describe('simplified', () => {
  it('drops points on the line and keeps the others', () => {
    expect(simplified(line(0, 0.2, 0, 8, 0), 1)).toEqual([
      { x: 0, y: 0 },
      { x: 20, y: 0 },
      { x: 30, y: 8 },
      { x: 40, y: 0 },
    ]);
  });

  it('keeps the corners of a closed line', () => {
    const square = [
      { x: 0, y: 0 },
      { x: 9, y: 0 },
      { x: 9, y: 9 },
      { x: 0, y: 9 },
      { x: 0, y: 0 },
    ];
    expect(simplifiedRing(square, 1)).toEqual(square);
  });
});

describe('pathOf', () => {
  it('writes relative coordinates in whole numbers', () => {
    expect(pathOf([line(0, 4.6, 2)])).toBe('M0 0l10 5 10-3');
  });

  it('leaves out pieces that round to one point', () => {
    const point = [
      { x: 1.1, y: 2 },
      { x: 1.4, y: 2.2 },
    ];
    expect(pathOf([point, line(0, 1)])).toBe('M0 0l10 1');
  });
});

it('writes dots as lines without length, in whole numbers', () => {
  const dots = [
    { x: 30, y: 8.2 },
    { x: 4.4, y: 8.4 },
    { x: 2, y: 3 },
  ];
  expect(dotsPathOf(dots)).toBe('m2 3h0m2 5h0m26 0h0');
});
