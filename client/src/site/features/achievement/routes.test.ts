import { describe, expect, it } from 'vitest';
import { expeditions } from '@tests/seeds';
import { drawnMountains } from '@/shared/art/mountains';
import ar from '@/shared/i18n/ar/routes.json';
import en from '@/shared/i18n/en/routes.json';
import fr from '@/shared/i18n/fr/routes.json';
import { labelsAbove, labelsBeside, sectionBoxes, sectionOf } from './route-section';
import { hatchOf } from './route-ground';
import { routes, routeTo, type Route } from './routes';

const all: [slug: string, route: Route][] = Object.entries(routes);
const languages = { en, fr, ar };

describe('the routes', () => {
  it('are known for every mountain of the site', () => {
    const missing = expeditions.filter(({ slug, height_m }) => !routeTo(slug, height_m));
    expect(missing).toEqual([]);
  });

  it.each(all)('%s has its camps in ascending order', (_, route) => {
    const camps = route.filter(({ kind }) => kind === 'camp' || kind === 'hut').map(({ m }) => m);
    expect(camps).toEqual(camps.toSorted((a, b) => a - b));
  });

  it.each(all)('%s has every stop above its base and below its summit', (slug, route) => {
    const between = route.slice(1, -1).map(({ m }) => m);
    expect(Math.min(...between)).toBeGreaterThan(route[0]?.m ?? Infinity);
    expect(Math.max(...between)).toBeLessThan(route.at(-1)?.m ?? 0);
    expect(route.at(-1)?.m).toBe(drawnMountains.find((each) => each.slug === slug)?.heightM);
  });

  it.each(all)('%s begins at a base and has one summit', (_, route) => {
    expect(route[0]?.kind).toBe('base');
    expect(route.filter(({ kind }) => kind === 'summit')).toHaveLength(1);
  });

  it('are unknown for another height', () => {
    expect(routeTo('everest', 8850)).toBeUndefined();
    expect(routeTo('toubkal', 4167)).toBeUndefined();
    expect(routeTo('toString', 0)).toBeUndefined();
  });
});

describe.each(Object.entries(languages))('the sections in %s', (_, texts) => {
  const widthOf = (name: string) => Math.max(texts.stops.base.length, name.length) * 8.4;
  const nameOf = ({ name }: Route[number]) => texts.stops[name];

  it.each(all)('%s has no two labels over each other', (slug, route) => {
    const section = sectionOf(slug, route, sectionBoxes.wide);
    const widths = route.map((stop) => widthOf(nameOf(stop)));
    const boxes = labelsAbove(section, widths).map(({ x, y }, at) => ({
      from: x - (widths[at] ?? 0),
      to: x + 10,
      top: y - 40,
      foot: y,
    }));
    const crossing = boxes.flatMap((a, at) =>
      boxes
        .slice(at + 1)
        .filter((b) => a.from < b.to && b.from < a.to && a.top < b.foot && b.top < a.foot),
    );
    expect(crossing).toEqual([]);
    expect(Math.min(...boxes.map(({ top }) => top))).toBeGreaterThanOrEqual(8);
  });

  it.each(all)('%s fits a phone', (slug, route) => {
    const box = sectionBoxes.tall;
    const labels = labelsBeside(sectionOf(slug, route, box), box, 46);
    const ys = labels.map(({ y }) => y).toSorted((a, b) => a - b);
    const apart = ys.slice(1).map((y, at) => y - (ys[at] ?? 0));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(46 - 1e-9);
    expect(ys[0]).toBeGreaterThanOrEqual(30);
    expect(ys.at(-1)).toBeLessThan(box.height);
    const widest = Math.max(...route.map((stop) => nameOf(stop).length));
    expect((labels[0]?.x ?? 0) + widest * 7.4).toBeLessThanOrEqual(box.width + 14);
  });
});

describe('a section', () => {
  const section = sectionOf('everest', routes.everest, sectionBoxes.wide);

  it('has the altitudes to scale', () => {
    const [base, , , , , , , top] = section.stops;
    const perMetre = ((base?.y ?? 0) - (top?.y ?? 0)) / (8848 - 5364);
    for (const { m, y } of section.stops) {
      expect(y).toBeCloseTo((base?.y ?? 0) - (m - 5364) * perMetre);
    }
    expect(section.scale.map(({ m }) => m)).toEqual([6000, 7000, 8000]);
  });

  it('is deterministic', () => {
    expect(sectionOf('everest', routes.everest, sectionBoxes.wide)).toEqual(section);
    const dots = section.legs[0]?.dots ?? [];
    expect(hatchOf('ice', dots, 1)).toBe(hatchOf('ice', dots, 1));
    expect(hatchOf('ice', dots, 1)).not.toBe(hatchOf('rock', dots, 1));
  });
});
