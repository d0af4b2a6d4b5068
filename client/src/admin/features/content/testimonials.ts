import type { Content } from './content';

/** The testimonials of organizers. */
export const testimonials: Content<'testimonials'> = {
  table: 'testimonials',
  title: 'author_name',
  fields: {
    texts: [
      { kind: 'languages', name: 'quote', max: 5000, rows: 5, required: true, markRequired: true },
    ],
    facts: [
      { kind: 'text', name: 'author_name', max: 200, required: true, markRequired: true },
      { kind: 'text', name: 'organization', max: 200, empty: null },
      { kind: 'languages', name: 'author_role', max: 200, empty: null },
    ],
    picture: [{ kind: 'libraryPicture', name: 'picture_id' }],
  },
  facts: (row) => [
    { kind: 'text', text: row.organization ?? '' },
    { kind: 'quote', text_en: row.quote_en, text_fr: row.quote_fr, text_ar: row.quote_ar },
  ],
  order: 'display_order',
  sorts: ['display_order', 'title', '-updated_at'],
  place: () => '/speaking#testimonials-title',
};
