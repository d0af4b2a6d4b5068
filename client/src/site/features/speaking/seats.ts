import { dotsPathOf, type Dot } from '../../../shared/art/lines.ts';
import { placeIn, rooms, stagePlan } from './stage-plan.ts';

type View = 'wide' | 'tall';

const views: View[] = ['wide', 'tall'];
const size = { wide: 90, tall: 80 };

/** The rows of seats of a room, from the stage on. */
export function seatRows(view: View): Dot[][] {
  const { width, stage, first, step, rows, open } = rooms[view];
  const { rope } = stagePlan(view);
  // A seat in the way of the rope is left out.
  const isFree = ({ x, y }: Dot) =>
    x > 14 && x < width - 14 && rope.every((dot) => Math.hypot(dot.x - x, dot.y - y) > 13);
  return Array.from({ length: rows }, (_, at) => {
    const radius = first + at * step;
    const seats = Math.floor((radius * open * Math.PI) / 90 / 24);
    return Array.from({ length: seats + 1 }, (__, seat) =>
      placeIn(stage, radius, open * ((2 * seat) / seats - 1)),
    ).filter(isFree);
  });
}

/** An SVG file with the seats of both compositions, in tenths of their units. */
export const seatsFile = (): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    ...views.flatMap((view) => [
      `<g id="${view}" transform="scale(.1)" stroke-width="${size[view]}">`,
      ...seatRows(view).map((seats, at) => {
        const tenths = seats.map(({ x, y }) => ({ x: x * 10, y: y * 10 }));
        return `<path stroke-opacity="${(0.75 - at * 0.05).toFixed(2)}" d="${dotsPathOf(tenths)}"/>`;
      }),
      '</g>',
    ]),
    '</svg>\n',
  ].join('\n');
