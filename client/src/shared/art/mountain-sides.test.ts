import { describe, expect, it } from 'vitest';
import { mountainSides } from './mountain-sides';
import { shapes } from './peaks/shapes';

describe('the sides from which mountains are drawn', () => {
  it('has one for each shape and for nothing else', () => {
    expect(Object.keys(mountainSides).toSorted()).toEqual(Object.keys(shapes).toSorted());
  });
});
