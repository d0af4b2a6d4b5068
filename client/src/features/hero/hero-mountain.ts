import type { Row } from '../../api/rows';

/** The columns of a slide. */
export type HeroMountain = Pick<
  Row<'expeditions'>,
  | 'slug'
  | 'name_en'
  | 'name_fr'
  | 'name_ar'
  | 'year'
  | 'height_m'
  | 'country'
  | 'flag'
  | 'is_attempt'
>;
