import { expect, test } from 'vitest';
import { titleSize } from './title-size';

test.each([
  { name: 'K2', size: 'min(var(--text-hero), 32vw)' },
  { name: 'Everest', size: 'min(var(--text-hero), 27vw)' },
  { name: 'Carstensz Pyramid', size: 'min(var(--text-hero), 21vw)' },
  { name: 'Kilimanjaro', size: 'min(var(--text-hero), 17vw)' },
])('$name is as large as its longest word allows', ({ name, size }) => {
  expect(titleSize(name)).toBe(size);
});
