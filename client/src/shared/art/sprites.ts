import { pathOf, simplified } from './lines.ts';
import { massifOf } from './massif-of.ts';
import type { DrawnMountain } from './mountains.ts';
import type { PeakShape } from './peaks/peak-shape.ts';
import { shapes } from './peaks/shapes.ts';
import { profileExtent, profileOf, type SummitFrame } from './profile.ts';
import { cardExtent, cardOf, type CardDrawing } from './ridge-card.ts';
import type { Stroke } from './strokes.ts';

const openingTag = '<svg xmlns="http://www.w3.org/2000/svg">';

/**
 * An SVG sprite of all card drawings by slug, in the colours of the page that uses them: currentColor, and
 * `--peak` near the summit. `--attempt-dash` is the dash pattern of an attempt.
 */
export const cardsFile = (mountains: DrawnMountain[]): string =>
  [openingTag, ...mountains.map(cardTag), '</svg>\n'].join('\n');

const cardTag = (mountain: DrawnMountain): string =>
  `<g id="${mountain.slug}" fill="none" stroke-width="3.5" stroke-linejoin="round">${cardDrawing(
    mountain,
  )
    .strokes.map(pathTag)
    .join('')}</g>`;

/** The spine of the book, as an SVG sprite. */
export const spineFile = (): string =>
  [
    openingTag,
    `<path id="spine" vector-effect="non-scaling-stroke" d="${spinePath()}"/>`,
    '</svg>\n',
  ].join('\n');

/** The card drawing of a mountain. */
export const cardDrawing = (mountain: DrawnMountain): CardDrawing =>
  cardOf(massifOf(mountain, cardExtent));

const pathTag = ({ path, opacity, high, crest }: Stroke): string => {
  const dash = crest ? ' stroke-dasharray="var(--attempt-dash,none)"' : '';
  const colour = high ? 'var(--peak,currentColor)' : 'currentColor';
  return `<path stroke="${colour}" stroke-opacity="${opacity}"${dash} d="${path}"/>`;
};

// The skyline of Everest turned by 90 degrees, for the spine of the book: 20 by 200.
function spinePath(): string {
  const { heights, points } = massifOf({ slug: 'everest', heightM: 8848 }, cardExtent);
  const line = Array.from(heights.subarray(0, points), (height, at) => ({
    x: 170 - height * 400,
    y: (at / (points - 1)) * 2000,
  }));
  return pathOf([simplified(line, 2)]);
}

/** The frame of the profile of a shape. */
export function frameOf({ frameKm: [left, right], baseM }: PeakShape): SummitFrame {
  return { widthKm: Math.round((right - left) * 100) / 100, baseM, summitKm: -left };
}

/** An SVG sprite of all profiles by slug, in the colours of the page that uses them. */
export const profilesFile = (mountains: DrawnMountain[]): string =>
  [
    openingTag,
    '<defs>',
    ...mountains.flatMap(({ slug, heightM }) => {
      const shape = shapes[slug];
      if (shape === undefined) return [];
      const frame = frameOf(shape);
      const massif = massifOf({ slug, heightM }, profileExtent(heightM - frame.baseM));
      const { body, strokes } = profileOf(massif, heightM, frame);
      const lines = strokes.map((stroke) =>
        pathTag(stroke).replace('<path ', '<path vector-effect="non-scaling-stroke" '),
      );
      return `<g id="${slug}" fill="none" stroke-linejoin="round"><path fill="var(--color-ground)" d="${body}"/>${lines.join('')}</g>`;
    }),
    '</defs></svg>\n',
  ].join('\n');
