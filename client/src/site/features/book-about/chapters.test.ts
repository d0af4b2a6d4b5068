import { expect, it } from 'vitest';
import { expeditions } from '@tests/seeds';
import { chapterList } from './chapters';

const all = chapterList(expeditions).flatMap(({ chapters }) => chapters);

it('has a chapter for each of the Seven Summits, with its height and year', () => {
  const seven = expeditions.filter((peak) => !peak.beyond_seven_summits);
  const told = all.filter(({ year }) => year !== undefined);
  expect(told.map(({ id, heightM, year }) => ({ id, heightM, year }))).toEqual(
    seven.map(({ slug, height_m, year }) => ({ id: slug, heightM: height_m, year })),
  );
});

it('is numbered through, and begins and ends in the valley', () => {
  expect(all.map(({ number }) => number)).toEqual(all.map((_, at) => at + 1));
  expect([all[0]?.heightM, all.at(-1)?.heightM]).toEqual([0, 0]);
});

it('keeps its chapters without the rows', () => {
  const without = chapterList([]).flatMap(({ chapters }) => chapters);
  expect(without.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
});
