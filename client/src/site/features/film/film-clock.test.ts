import { describe, expect, it } from 'vitest';
import ar from '@/shared/i18n/ar/film.json';
import en from '@/shared/i18n/en/film.json';
import fr from '@/shared/i18n/fr/film.json';
import { clockText, cueAt, cues, filmMs, filmPeaks, frameAt, stills } from './film-clock';

const everyTenth = Array.from({ length: filmMs / 100 + 1 }, (_, at) => at * 100);

describe('frameAt', () => {
  it('is a pure function of time', () => {
    expect(everyTenth.map(frameAt)).toEqual(everyTenth.map(frameAt));
  });

  it('keeps every part between 0 and 1', () => {
    for (const { morph, drawn, rise, route, snow, dawn } of everyTenth.map(frameAt)) {
      for (const part of [morph, drawn, rise, route, snow, dawn]) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(1);
      }
    }
  });

  it('never jumps from one mountain to another', () => {
    const shapes = everyTenth.map(frameAt).map(({ from, to, morph }) => (morph < 1 ? from : to));
    const changed = shapes.filter((shape, at) => at > 0 && shapes[at - 1] !== shape);
    expect(changed).toEqual(['elbrus', 'aconcagua', 'denali', 'everest']);
  });

  it('climbs from base camp to the summit without going down', () => {
    const climb = everyTenth.filter((ms) => ms >= 16_000 && ms <= 27_000);
    const altitudes = climb.map((ms) => frameAt(ms).altitudeM);
    expect(altitudes).toEqual(altitudes.toSorted((a, b) => a - b));
    expect([altitudes[0], altitudes.at(-1)]).toEqual([5364, 8848]);
  });

  it.each([
    [2000, 0],
    [6900, 5895],
    [8900, 5642],
    [10_900, 6962],
    [12_900, 6190],
    [15_900, 8848],
    [26_000, 8848],
    [filmMs, 0],
  ])('at %i ms is at %i m', (ms, altitude) => {
    expect(frameAt(ms).altitudeM).toBeCloseTo(altitude);
  });

  it.each([
    [2000, undefined],
    [6900, 'kilimanjaro'],
    [7300, 'kilimanjaro'],
    [7700, 'elbrus'],
    [26_000, 'everest'],
    [filmMs, undefined],
  ] as const)('at %i ms names %s', (ms, slug) => {
    expect(frameAt(ms).named).toBe(slug);
  });

  it('stays at its ends outside the film', () => {
    expect(frameAt(-1)).toEqual(frameAt(0));
    expect(frameAt(filmMs + 1)).toEqual(frameAt(filmMs));
    expect([frameAt(0).title, frameAt(filmMs).title]).toEqual([false, true]);
  });
});

describe('the captions', () => {
  it('cover the film in order, each long enough to be read', () => {
    const starts = cues.map(({ from }) => from);
    const lengths = starts.map((from, at) => (starts[at + 1] ?? filmMs) - from);
    expect(starts[0]).toBe(0);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(2400);
  });

  it('change at their times', () => {
    expect([0, 3999, 4000, filmMs].map((ms) => cueAt(ms).id)).toEqual([
      'valley',
      'valley',
      'first',
      'home',
    ]);
  });

  it.each(Object.entries({ en, fr, ar }))('are complete in %s', (_, messages) => {
    expect(Object.keys(messages.cues)).toEqual(cues.map(({ id }) => id));
  });

  it.each(Object.entries({ en, fr, ar }))('have a name for each mountain in %s', (_, messages) => {
    expect(Object.keys(messages.peaks)).toEqual(Object.keys(filmPeaks));
  });

  it('have one still each', () => {
    expect(stills.map((ms) => cueAt(ms).id)).toEqual(cues.map(({ id }) => id));
  });
});

it.each([
  [0, '0:00'],
  [7900, '0:07'],
  [filmMs, '0:30'],
])('%i ms are shown as %s', (ms, text) => {
  expect(clockText(ms)).toBe(text);
});
