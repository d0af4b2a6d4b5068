import { languages } from '@/shared/i18n/language';
import { thisYear, type Content } from './content';

/** The peaks. Each has a page of its own, /achievement/{slug}. */
export const expeditions: Content<'expeditions'> = {
  table: 'expeditions',
  title: 'name',
  fields: {
    texts: [
      {
        kind: 'languages',
        name: 'name',
        max: 200,
        required: true,
        markRequired: true,
        requiredIn: languages,
      },
      { kind: 'slug', name: 'slug', from: 'name', markRequired: true },
      { kind: 'languages', name: 'badge', max: 200, empty: null },
      { kind: 'languages', name: 'description', max: 10_000, rows: 6 },
    ],
    facts: [
      { kind: 'number', name: 'year', min: 1900, max: 2100, markRequired: true, initial: thisYear },
      { kind: 'number', name: 'height_m', min: 0, max: 9000, markRequired: true },
      {
        kind: 'choice',
        name: 'continent',
        markRequired: true,
        options: [
          'Africa',
          'Antarctica',
          'Asia',
          'Europe',
          'North America',
          'Oceania',
          'South America',
        ],
      },
      { kind: 'text', name: 'country', max: 100, required: true, markRequired: true },
      { kind: 'flag', name: 'flag' },
      { kind: 'number', name: 'duration_days', min: 0, max: 1000, empty: 0 },
      { kind: 'text', name: 'temperature', max: 100, empty: null },
      { kind: 'text', name: 'team_size', max: 100, empty: null },
      { kind: 'switch', name: 'beyond_seven_summits', initial: false },
      { kind: 'switch', name: 'is_attempt', initial: false },
      { kind: 'languages', name: 'location', max: 200, plain: true },
      { kind: 'languages', name: 'route', max: 200, plain: true },
    ],
    picture: [
      { kind: 'libraryPicture', name: 'picture_id' },
      { kind: 'picture', name: 'hero_image_url', alt: 'hero_image_alt' },
    ],
  },
  facts: (row) => [
    { kind: 'metres', value: row.height_m },
    { kind: 'year', value: row.year },
    { kind: 'country', code: row.flag, name: row.country },
    ...(row.is_attempt ? [{ kind: 'mark', mark: 'attempt' } as const] : []),
  ],
  picture: (row) => row.hero_image_url,
  gallery: true,
  order: 'display_order',
  sorts: ['display_order', 'title', '-year', '-height_m', '-updated_at'],
  place: (row) => `/achievement/${row.slug}`,
};
