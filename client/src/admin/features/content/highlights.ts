import { languages } from '@/shared/i18n/language';
import type { Content } from './content';

/** Moments in the media: a carousel on the home and media pages. */
export const highlights: Content<'media_highlights'> = {
  table: 'media_highlights',
  title: 'title',
  fields: {
    texts: [
      {
        kind: 'languages',
        name: 'title',
        max: 300,
        required: true,
        markRequired: true,
        requiredIn: languages,
      },
      { kind: 'languages', name: 'description', max: 5000, rows: 4, empty: null },
    ],
    facts: [
      { kind: 'date', name: 'date', markRequired: true },
      { kind: 'languages', name: 'outlet', max: 200, plain: true, empty: null },
      { kind: 'link', name: 'link_url' },
    ],
    picture: [
      { kind: 'libraryPicture', name: 'picture_id', orUrl: 'image_url' },
      { kind: 'picture', name: 'image_url', alt: 'image_alt', markRequired: true },
    ],
  },
  facts: (row) => [
    { kind: 'date', iso: row.date },
    { kind: 'text', text: row.outlet ?? '' },
  ],
  picture: (row) => row.image_url,
  order: 'display_order',
  sorts: ['display_order', 'title', '-date', '-updated_at'],
  place: () => '/media#highlights-title',
};
