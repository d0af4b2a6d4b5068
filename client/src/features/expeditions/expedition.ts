import type { PublicRows } from '../../api/public-data';

/** An expedition with the columns of lists. */
export type Expedition = PublicRows['summits'][number];
