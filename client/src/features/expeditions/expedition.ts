import type { PublicRows } from '../../api/public-data';

/** What the home page shows of an expedition. */
export type Expedition = PublicRows['summits'][number];
