import { expect, it } from 'vitest';
import { slugOf } from './slug';

it.each([
  ['Mont Toubkal', 'mont-toubkal'],
  ['  K2: the 2nd!  ', 'k2-the-2nd'],
  ['Aiguille du Goûter', 'aiguille-du-gouter'],
  ['جبل', ''],
  [`${'a'.repeat(199)} b`, 'a'.repeat(199)],
])('the slug of %s is %s', (title, want) => {
  expect(slugOf(title)).toBe(want);
});
