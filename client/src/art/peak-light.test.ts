import { describe, expect, it } from 'vitest';
import { drawnMountains } from './mountains';
import { peakLight, peakLights } from './peak-light';

const channel = (value: number) =>
  value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('the light of a mountain', () => {
  it.each(drawnMountains)('$slug can be read by day, by night and on a button', ({ slug }) => {
    const { day, night } = peakLights(slug);
    const least = (colour: string, ...grounds: string[]) =>
      Math.min(...grounds.map((ground) => contrast(colour, ground)));
    expect(least(day, '#f6eee0', '#fbf6ec')).toBeGreaterThan(4.5);
    expect(least(night, '#0b1920', '#10242d', '#1a3c48')).toBeGreaterThan(4.5);
    expect(least(day, '#e9dcc1')).toBeGreaterThan(3); // the foot of a hero carries large figures only
    expect(contrast(day, '#ffffff')).toBeGreaterThan(4.5);
    expect(contrast(night, '#0b1920')).toBeGreaterThan(4.5);
  });

  it('is the dawn of Everest for a mountain without its own', () => {
    expect(peakLight('toubkal')).toBe(peakLight('everest'));
    expect(peakLight('k2')).not.toBe(peakLight('everest'));
  });
});
