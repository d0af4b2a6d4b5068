import { thisYear, type Content } from './content';

/** Awards and honours, as the media page shows them. */
export const awards: Content<'awards'> = {
  table: 'awards',
  title: 'title',
  fields: {
    texts: [
      { kind: 'languages', name: 'title', max: 300, required: true, markRequired: true },
      { kind: 'languages', name: 'description', max: 5000, rows: 4, empty: null },
    ],
    facts: [
      { kind: 'text', name: 'organization', max: 200, required: true, markRequired: true },
      { kind: 'number', name: 'year', min: 1900, max: 2100, markRequired: true, initial: thisYear },
      {
        kind: 'choice',
        name: 'category',
        markRequired: true,
        options: ['achievement', 'recognition', 'honorary', 'milestone'],
      },
      { kind: 'switch', name: 'featured', initial: false },
    ],
    picture: [{ kind: 'libraryPicture', name: 'picture_id' }],
  },
  facts: (row) => [
    { kind: 'text', text: row.organization },
    { kind: 'year', value: row.year },
    { kind: 'option', option: row.category },
    ...(row.featured ? [{ kind: 'mark', mark: 'featured' } as const] : []),
  ],
  order: 'display_order',
  sorts: ['display_order', 'title', '-year', '-updated_at'],
  tabs: 'category',
  place: () => '/media#awards-title',
};
