import { contourBandFile, contourMarkFile } from '../src/art/contour-mark-files.ts';
import { contourMapOf } from '../src/art/contour-map.ts';
import { heroStillOf } from '../src/art/hero-still.ts';
import { drawnMountains, type DrawnMountain } from '../src/art/mountains.ts';
import { cardFile, cardOf } from '../src/art/ridge-card.ts';
import { portraitOf, stillOf } from '../src/art/still.ts';

/** What stands in public/art, by its name: the drawings of each mountain, and contours. */
export const artFiles = (): Map<string, string> =>
  new Map([
    ...drawnMountains.flatMap(filesOf),
    ['contour-band.svg', contourBandFile()],
    ...[1, 2, 3].map((seed) => [`contour-mark-${seed}.svg`, contourMarkFile(seed)] as const),
  ]);

const filesOf = (mountain: DrawnMountain): [string, string][] => [
  [`${mountain.slug}.svg`, stillOf(mountain, 'night')],
  [`${mountain.slug}-day.svg`, stillOf(mountain, 'day')],
  [`${mountain.slug}-portrait.svg`, portraitOf(mountain)],
  [`${mountain.slug}-contour.svg`, contourMapOf(mountain)],
  [`${mountain.slug}-card.svg`, cardFile(mountain, mountain.attempt)],
  [`${mountain.slug}-hero.svg`, heroStillOf(mountain, 'wide')],
  [`${mountain.slug}-hero-tall.svg`, heroStillOf(mountain, 'tall')],
];

/** The summits of the card drawings, as a module: a page draws no mountain to know where its top is. */
export function cardSummitsSource(): string {
  const entries = drawnMountains.map(({ slug, heightM }) => {
    const { x, y } = cardOf({ slug, heightM }).summit;
    const key = /^\w+$/.test(slug) ? slug : `'${slug}'`;
    return `  ${key}: { x: ${Math.round(x)}, y: ${Math.round(y)} },`;
  });
  return [
    '// Written by `npm run art`. Do not edit.',
    '/** Where the summit of each drawing in public/art is, in the units of the card. */',
    'export const cardSummits: Record<string, { x: number; y: number }> = {',
    ...entries,
    '};\n',
  ].join('\n');
}
