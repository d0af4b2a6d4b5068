import type { Content } from './content';

/** The talks that can be booked. */
export const topics: Content<'speaking_topics'> = {
  table: 'speaking_topics',
  title: 'title',
  fields: {
    texts: [
      { kind: 'languages', name: 'title', max: 300, required: true, markRequired: true },
      { kind: 'slug', name: 'slug', from: 'title', markRequired: true },
      { kind: 'languages', name: 'description', max: 5000, rows: 6 },
      { kind: 'list', name: 'outcomes', count: 3, max: 1000, markRequired: true },
    ],
  },
  facts: (row) => [{ kind: 'text', text: row.slug }],
  order: 'display_order',
  sorts: ['display_order', 'title', '-updated_at'],
  place: () => '/speaking',
};
