import type { Row } from '../../api/rows';

/** What the home page shows of an expedition: the columns of the table, so that a row is one. */
export type Expedition = Pick<
  Row<'expeditions'>,
  | 'slug'
  | 'name_en'
  | 'name_fr'
  | 'name_ar'
  | 'year'
  | 'height_m'
  | 'country'
  | 'flag'
  | 'badge_en'
  | 'badge_fr'
  | 'badge_ar'
  | 'beyond_seven_summits'
  | 'is_attempt'
>;

export const expeditionColumns =
  'slug, name_en, name_fr, name_ar, year, height_m, country, flag, badge_en, badge_fr, badge_ar, beyond_seven_summits, is_attempt';
