import { expect, it } from 'vitest';
import { oxygenAt, temperatureAt } from './air';

// The tables of the standard atmosphere: hPa and °C at geopotential altitudes.
it.each([
  [0, 1013.25, 15],
  [1000, 898.75, 8.5],
  [3000, 701.09, -4.5],
  [5000, 540.2, -17.5],
  [8000, 356, -37],
])(
  'at %i m the pressure is %d hPa and the temperature %d °C',
  (altitude, pressure, temperature) => {
    expect(oxygenAt(altitude) * 1013.25).toBeCloseTo(pressure, 0);
    expect(temperatureAt(altitude)).toBeCloseTo(temperature);
  },
);

it.each([
  [0, 100],
  [5500, 50],
  [8848, 31],
])('a breath at %i m has %i %% of the oxygen', (altitude, percent) => {
  expect(Math.round(oxygenAt(altitude) * 100)).toBe(percent);
});
