import { describe, expect, it } from 'vitest';
import type { Dot } from '@/shared/art/lines';
import { climbBox, climbLines } from './climb-path';
import { storyHeights, storyYears } from './milestones';

const topOf = (line: Dot[], from: number, to: number) =>
  Math.min(...line.filter(({ x }) => x >= from && x <= to).map(({ y }) => y));

describe('the skyline of the years', () => {
  const [skyline = [], ...ground] = climbLines(storyHeights);
  const slot = climbBox.width / storyYears.length;

  it('is deterministic', () => {
    expect(climbLines(storyHeights)).toEqual([skyline, ...ground]);
  });

  it('has each year at the height of its tallest mountain, on one scale', () => {
    const rises = storyYears.map((_, at) => 560 - topOf(skyline, at * slot, (at + 0.999) * slot));
    const everest = rises[5] ?? 0;
    const parts = rises.slice(1).map((rise) => rise / everest);
    const want = storyHeights.slice(1).map((heights) => Math.max(...heights) / 8848);
    expect(parts).toEqual(want.map((part) => expect.closeTo(part, 1)));
    expect(Math.max(...rises)).toBe(everest);
  });

  it('starts in the valley', () => {
    expect(560 - topOf(skyline, 0, slot / 2)).toBeLessThan(20);
  });

  it('has lines below it that never rise above it', () => {
    const tops = ground.map((line) => topOf(line, 0, climbBox.width));
    expect(Math.min(...tops)).toBeGreaterThanOrEqual(topOf(skyline, 0, climbBox.width));
  });
});
