import { describe, expect, it } from 'vitest';
import { sources } from './sources';

// It enters values by the type of an input, blanks too, into whatever form it is given.
const generic = 'pages/required-fields.test.tsx';

// No action of user-event causes these.
const allowed = new Set(['error', 'load', 'scroll', 'wheel', 'transitionEnd', 'pointerCancel']);

/** The events that a test fires although a user would cause them. */
const firedByHand = (text: string): string[] => [
  ...[...text.matchAll(/\bfireEvent\s*(?:\.\s*(\w+)|\[)/g)]
    .filter(([, name = '']) => !allowed.has(name))
    .map(([call]) => call),
  // An event of the window or the document is not a user's: online, visibilitychange.
  ...[...text.matchAll(/\bfireEvent\s*\(\s*(?!window\b|document,)/g)].map(([call]) => call),
  // Another name would hide what is fired.
  ...[...text.matchAll(/\bfireEvent as \w+/g)].map(([call]) => call),
  ...[...text.matchAll(/=\s*fireEvent\s*;/g)].map(([call]) => call),
];

describe('what a user does in a test', () => {
  it('is done by tests/user.ts', () => {
    const tests = sources(/\.test\.tsx?$/).filter(({ path }) => path !== generic);
    expect(tests.length).toBeGreaterThan(150);
    const wrong = tests.flatMap(({ path, text }) =>
      firedByHand(text).map((call) => `${path}: ${call}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    'fireEvent.click(button)',
    'fireEvent.change(field, { target: { value } })',
    'fireEvent\n  .keyDown(field)',
    "fireEvent['submit'](form)",
    'fireEvent(button, createEvent.click(button))',
    "import { fireEvent as fire } from '@testing-library/react';",
    'const { click } = fireEvent;',
  ])('is refused as %s', (text) => {
    expect(firedByHand(text)).toHaveLength(1);
  });

  it.each([
    'fireEvent.error(picture)',
    'fireEvent.wheel(document.body)',
    "fireEvent(window, new Event('online'))",
  ])('is not %s', (text) => {
    expect(firedByHand(text)).toEqual([]);
  });
});
