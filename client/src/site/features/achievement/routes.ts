/** Kind of a stop of a route. Nights are spent in base camps, camps and huts; a place is only passed. */
type StopKind = 'base' | 'camp' | 'hut' | 'place' | 'summit';

/** The ground up to a stop. */
export type Ground = 'path' | 'rock' | 'snow' | 'ice';

/** A stop of a route. `name` is a key of routes.json below `stops`; `m` is metres above sea level. */
export type Stop = { name: StopName; m: number; kind: StopKind; ground: Ground };

/** The route from the last base to the summit. Its name and side are in routes.json below `lines`. */
export type Route = readonly Stop[];

type StopName =
  | 'base'
  | 'advanced'
  | 'camp1'
  | 'camp2'
  | 'camp3'
  | 'camp4'
  | 'low'
  | 'high'
  | 'summit'
  | 'machameGate'
  | 'machame'
  | 'shira2'
  | 'lavaTower'
  | 'barranco'
  | 'karanga'
  | 'barafu'
  | 'stella'
  | 'nidAigle'
  | 'teteRousse'
  | 'gouter'
  | 'dome'
  | 'vallot'
  | 'azau'
  | 'garabashi'
  | 'priut'
  | 'pastukhov'
  | 'saddle'
  | 'confluencia'
  | 'mulas'
  | 'canada'
  | 'nido'
  | 'colera'
  | 'independencia'
  | 'kahiltna'
  | 'denaliPass'
  | 'wall'
  | 'ridge'
  | 'southCol'
  | 'balcony'
  | 'southSummit'
  | 'col'
  | 'rocky'
  | 'shoulder'
  | 'bottleneck';

const stop =
  (kind: StopKind) =>
  (name: StopName, m: number, ground: Ground): Stop => ({
    name,
    m,
    kind,
    ground,
  });
const base = stop('base');
const camp = stop('camp');
const hut = stop('hut');
const place = stop('place');
const summit = (m: number, ground: Ground) => stop('summit')('summit', m, ground);

/**
 * The normal routes by slug. Altitudes of camps are usual published figures, and accounts differ by up to
 * 100 m; the summits are those of the expeditions table. They are not the owner's own camps.
 */
export const routes = {
  kilimanjaro: [
    base('machameGate', 1800, 'path'),
    camp('machame', 2835, 'path'),
    camp('shira2', 3850, 'path'),
    place('lavaTower', 4630, 'rock'),
    camp('barranco', 3976, 'rock'),
    camp('karanga', 3995, 'rock'),
    camp('barafu', 4673, 'rock'),
    place('stella', 5756, 'rock'),
    summit(5895, 'snow'),
  ],
  'mont-blanc': [
    base('nidAigle', 2372, 'path'),
    hut('teteRousse', 3167, 'path'),
    hut('gouter', 3835, 'rock'),
    place('dome', 4304, 'snow'),
    place('vallot', 4362, 'snow'),
    summit(4810, 'snow'),
  ],
  elbrus: [
    base('azau', 2350, 'path'),
    hut('garabashi', 3847, 'rock'),
    hut('priut', 4050, 'snow'),
    place('pastukhov', 4700, 'snow'),
    place('saddle', 5416, 'ice'),
    summit(5642, 'snow'),
  ],
  aconcagua: [
    base('confluencia', 3390, 'path'),
    base('mulas', 4300, 'path'),
    camp('canada', 5050, 'rock'),
    camp('nido', 5560, 'rock'),
    camp('colera', 5970, 'rock'),
    place('independencia', 6380, 'rock'),
    summit(6962, 'rock'),
  ],
  denali: [
    base('kahiltna', 2200, 'snow'),
    camp('camp1', 2380, 'snow'),
    camp('camp2', 3350, 'snow'),
    camp('camp3', 4330, 'snow'),
    camp('high', 5240, 'ice'),
    place('denaliPass', 5547, 'ice'),
    summit(6190, 'snow'),
  ],
  carstensz: [
    base('base', 4250, 'path'),
    place('wall', 4350, 'path'),
    place('ridge', 4800, 'rock'),
    summit(4884, 'rock'),
  ],
  everest: [
    base('base', 5364, 'ice'),
    camp('camp1', 6065, 'ice'),
    camp('camp2', 6400, 'snow'),
    camp('camp3', 7200, 'ice'),
    camp('southCol', 7906, 'ice'),
    place('balcony', 8400, 'snow'),
    place('southSummit', 8749, 'snow'),
    summit(8848, 'snow'),
  ],
  vinson: [
    base('base', 2140, 'snow'),
    camp('low', 2770, 'snow'),
    camp('high', 3780, 'ice'),
    summit(4892, 'snow'),
  ],
  'annapurna-i': [
    base('base', 4200, 'path'),
    camp('camp1', 5050, 'ice'),
    camp('camp2', 5600, 'snow'),
    camp('camp3', 6400, 'ice'),
    camp('camp4', 7050, 'snow'),
    summit(8091, 'snow'),
  ],
  'ama-dablam': [
    base('base', 4570, 'path'),
    camp('advanced', 5400, 'rock'),
    camp('camp1', 5700, 'rock'),
    camp('camp2', 5950, 'rock'),
    camp('camp3', 6300, 'ice'),
    summit(6812, 'ice'),
  ],
  lhotse: [
    base('base', 5364, 'ice'),
    camp('camp1', 6065, 'ice'),
    camp('camp2', 6400, 'snow'),
    camp('camp3', 7200, 'ice'),
    camp('camp4', 7850, 'ice'),
    summit(8516, 'snow'),
  ],
  manaslu: [
    base('base', 4850, 'path'),
    camp('camp1', 5700, 'snow'),
    camp('camp2', 6300, 'ice'),
    camp('camp3', 6800, 'snow'),
    camp('camp4', 7400, 'ice'),
    summit(8163, 'snow'),
  ],
  'broad-peak': [
    base('base', 4900, 'ice'),
    camp('camp1', 5600, 'rock'),
    camp('camp2', 6200, 'snow'),
    camp('camp3', 7000, 'snow'),
    place('col', 7800, 'ice'),
    place('rocky', 8028, 'snow'),
    summit(8051, 'snow'),
  ],
  k2: [
    base('base', 5000, 'ice'),
    camp('advanced', 5300, 'ice'),
    camp('camp1', 6050, 'rock'),
    camp('camp2', 6700, 'rock'),
    camp('camp3', 7300, 'rock'),
    camp('shoulder', 7800, 'snow'),
    place('bottleneck', 8200, 'ice'),
    summit(8611, 'snow'),
  ],
} satisfies Record<string, Route>;

/** A mountain whose route is known. */
export type RoutedSlug = keyof typeof routes;

const isRouted = (slug: string): slug is RoutedSlug => Object.hasOwn(routes, slug);

/** The route of a mountain; undefined if none is known, or if its summit is at another height. */
export function routeTo(
  slug: string,
  heightM: number,
): { slug: RoutedSlug; route: Route } | undefined {
  if (!isRouted(slug) || routes[slug].at(-1)?.m !== heightM) return undefined;
  return { slug, route: routes[slug] };
}
