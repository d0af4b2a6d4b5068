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

describe('the accent colour of a mountain', () => {
  it.each(drawnMountains)(
    '$slug has enough contrast in both themes and on a button',
    ({ slug }) => {
      const { day, night } = peakLights(slug);
      const minContrast = (colour: string, ...backgrounds: string[]) =>
        Math.min(...backgrounds.map((background) => contrast(colour, background)));
      expect(minContrast(day, '#f6eee0', '#fbf6ec')).toBeGreaterThan(4.5);
      expect(minContrast(night, '#0b1920', '#10242d', '#1a3c48')).toBeGreaterThan(4.5);
      expect(minContrast(day, '#e9dcc1')).toBeGreaterThan(3); // only large figures are on this background
      expect(contrast(day, '#ffffff')).toBeGreaterThan(4.5);
      expect(contrast(night, '#0b1920')).toBeGreaterThan(4.5);
    },
  );

  it('defaults to the colour of Everest', () => {
    expect(peakLight('toubkal')).toBe(peakLight('everest'));
    expect(peakLight('k2')).not.toBe(peakLight('everest'));
  });
});
