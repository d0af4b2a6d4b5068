import { languages } from '@/shared/i18n/language';
import type { Content } from './content';

/** The press coverage, the newest first. */
export const coverage: Content<'media_coverage'> = {
  table: 'media_coverage',
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
      { kind: 'languages', name: 'excerpt', max: 5000, rows: 4, empty: null },
    ],
    facts: [
      {
        kind: 'choice',
        name: 'type',
        markRequired: true,
        options: ['article', 'interview', 'podcast', 'video', 'radio', 'magazine'],
      },
      { kind: 'date', name: 'date', markRequired: true },
      {
        kind: 'languages',
        name: 'outlet',
        max: 200,
        plain: true,
        required: true,
        markRequired: true,
      },
      { kind: 'link', name: 'link_url' },
    ],
    picture: [{ kind: 'libraryPicture', name: 'picture_id' }],
  },
  facts: (row) => [
    { kind: 'option', option: row.type },
    { kind: 'text', text: row.outlet },
    { kind: 'date', iso: row.date },
  ],
  order: '-date',
  sorts: ['-date', 'date', 'title', '-updated_at'],
  tabs: 'type',
  place: () => '/media#coverage-title',
};
