import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { feature } from 'topojson-client';
import { climberFile } from '../src/shared/art/climber-file.ts';
import { contourBandFile, contourMarkFile } from '../src/shared/art/contour-mark-files.ts';
import { contourMapOf, contourSheetOf } from '../src/shared/art/contour-map.ts';
import { duskFile } from '../src/shared/art/dusk-file.ts';
import { drawnMountains, toubkal, type DrawnMountain } from '../src/shared/art/mountains.ts';
import { shapes } from '../src/shared/art/peaks/shapes.ts';
import {
  cardDrawing,
  cardsFile,
  frameOf,
  profilesFile,
  spineFile,
} from '../src/shared/art/sprites.ts';
import { worldMap, worldOf } from '../src/shared/art/world-map.ts';
import { portraitOf, landscapeOf } from '../src/shared/art/mountain-picture.ts';
import { airFile } from '../src/site/features/expeditions/air-chart.ts';
import { seatsFile } from '../src/site/features/speaking/seats.ts';
import { climbFile } from '../src/site/features/story/climb-path.ts';
import { storyHeights } from '../src/site/features/story/milestones.ts';

// The mountains of the sprites.
const cards = [...drawnMountains, toubkal];

/** The files of public/art by name: the drawings of each mountain, contours, and what is large in other drawings. */
export const artFiles = (): Map<string, string> =>
  new Map([
    ...drawnMountains.flatMap(filesOf),
    ['cards.svg', cardsFile(cards)],
    ...cards.map((mountain) => [`${mountain.slug}-card.svg`, cardsFile([mountain])] as const),
    ['spine.svg', spineFile()],
    ['toubkal-map.svg', contourSheetOf(toubkal)],
    ['contour-band.svg', contourBandFile()],
    ['climber.svg', climberFile()],
    ['dusk.svg', duskFile()],
    ['climb.svg', climbFile(storyHeights)],
    ['air.svg', airFile()],
    ['seats.svg', seatsFile()],
    ['world.svg', worldFiles().svg],
    ['profiles.svg', profilesFile(cards)],
    ...[1, 2, 3].map((seed) => [`contour-mark-${seed}.svg`, contourMarkFile(seed)] as const),
  ]);

const filesOf = (mountain: DrawnMountain): [string, string][] => [
  [`${mountain.slug}.svg`, landscapeOf(mountain, 'night')],
  [`${mountain.slug}-day.svg`, landscapeOf(mountain, 'day')],
  [`${mountain.slug}-portrait.svg`, portraitOf(mountain)],
  [`${mountain.slug}-contour.svg`, contourMapOf(mountain)],
];

const keyOf = (slug: string) => (/^\w+$/.test(slug) ? slug : `'${slug}'`);

/** The source of card-summits.gen.ts: the summits of the card drawings, so that pages need not draw them. */
export function cardSummitsSource(): string {
  const entries = cards.map((mountain) => {
    const { x, y } = cardDrawing(mountain).summit;
    return `  ${keyOf(mountain.slug)}: { x: ${Math.round(x)}, y: ${Math.round(y)} },`;
  });
  return [
    '// Written by `npm run art`. Do not edit.',
    '/** Where the summit of each drawing in public/art is, in the units of the card. */',
    'export const cardSummits: Record<string, { x: number; y: number }> = {',
    ...entries,
    '};\n',
  ].join('\n');
}

/** The source of profile-frames.gen.ts: the frames of the profiles, so that the explorer need not have the shapes. */
export function profileFramesSource(): string {
  const entries = Object.entries(shapes).map(([slug, shape]) => {
    const { widthKm, summitKm, baseM } = frameOf(shape);
    return `  ${keyOf(slug)}: { widthKm: ${widthKm}, summitKm: ${summitKm}, baseM: ${baseM} },`;
  });
  return [
    '// Written by `npm run art`. Do not edit.',
    "import type { SummitFrame } from './profile';\n",
    '/** The frame of each drawing in public/art/profiles.svg. */',
    'export const profileFrames: Record<string, SummitFrame> = {',
    ...entries,
    '};\n',
  ].join('\n');
}

const stroke = 'fill="none" stroke="currentColor" stroke-linejoin="round"';
const atlas = join(import.meta.dirname, '../node_modules/world-atlas/land-50m.json');

/** The world map as SVG, and the source of map-points.gen.ts. */
export function worldFiles(): { svg: string; source: string } {
  const topology = JSON.parse(readFileSync(atlas, 'utf8'));
  const { land, climbed, attempted, summits } = worldOf(feature(topology, topology.objects.land));
  const points = summits.map(
    ({ slug, x, y }) => `  ${keyOf(slug)}: { x: ${Math.round(x * 10)}, y: ${Math.round(y * 10)} },`,
  );
  return {
    svg: [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${worldMap.width * 10} ${worldMap.height * 10}">`,
      `<path id="land" ${stroke} d="${land}" stroke-width="7"/>`,
      `<path id="climbed" ${stroke} d="${climbed}" stroke-width="9"/>`,
      `<path id="attempted" ${stroke} d="${attempted}" stroke-width="9" stroke-dasharray="18 14"/>`,
      '</svg>\n',
    ].join('\n'),
    source: [
      '// Written by `npm run art`. Do not edit.',
      '/** Where each summit stands on public/art/world.svg, in its units. */',
      'export const mapPoints: Record<string, { x: number; y: number }> = {',
      ...points,
      '};\n',
    ].join('\n'),
  };
}
