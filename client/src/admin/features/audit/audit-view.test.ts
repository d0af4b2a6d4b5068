import { describe, expect, it } from 'vitest';
import { entryOf } from '@/shared/api/tables';
import { columnParts } from '@/admin/kit/history/entry';
import words from '@/shared/i18n/en/admin-audit.json';
import { auditConditions } from './audit-view';

describe('the conditions of the audit log', () => {
  it('are none for everything', () => {
    expect(auditConditions({})).toEqual([]);
  });

  it.each([
    { actor: 'visitor', want: ['actor_role', 'eq', 'visitor'] },
    { actor: '0000-a', want: ['actor', 'eq', '0000-a'] },
  ])('ask for $actor by $want', ({ actor, want }) => {
    expect(auditConditions({ actor })).toEqual([want]);
  });

  it('ask for a day from its first to its last moment', () => {
    const [[, from, start] = [], [, to, end] = []] = auditConditions({ day: '2026-11-21' });
    expect([from, to]).toEqual(['gte', 'lt']);
    expect(new Date(String(start))).toEqual(new Date(2026, 10, 21));
    expect(new Date(String(end))).toEqual(new Date(2026, 10, 22));
  });

  it.each(['soon', '2026-13-45', '2026-11'])('leave out %s, which is no day', (day) => {
    expect(auditConditions({ day })).toEqual([]);
  });
});

// No change by themselves: kept or computed by the database.
const silent = [
  'replied',
  'waiting_since',
  'updated_at',
  'search_text',
  'confirm_token_hash',
  'leave_token_hash',
  'asked_at',
  'state',
  'error',
  'written',
  'batch',
  'batched_at',
  'recipients',
  'sent',
  'failed',
  'skipped',
  'placeholder',
  'paid_at',
  'refunded_amount',
];

const raw = import.meta.glob<string>('../../../shared/api/schema.gen.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const [schema = ''] = Object.values(raw);

describe('the words of the audit log', () => {
  // What the generated types say of each table: its name and the columns of a row.
  const written = schema.slice(schema.indexOf('    Tables: {'), schema.indexOf('    Views: {'));
  const tables = [...written.matchAll(/^ {6}(\w+): \{\n {8}Row: \{\n([\s\S]*?)^ {8}\}/gm)]
    .map(([, name = '', row = '']) => ({ name, row }))
    .filter(({ name }) => entryOf(name)?.audited);
  const columns = tables.flatMap(({ row }) =>
    [...row.matchAll(/^ {10}(\w+): /gm)].map(([, column = '']) => columnParts(column).name),
  );

  it('name every table that is watched', () => {
    const names = tables.map(({ name }) => name).toSorted();
    expect(Object.keys(words.tables).toSorted()).toEqual(names);
  });

  it('name every column of theirs', () => {
    const known = [...Object.keys(words.columns), ...silent];
    expect([...new Set(columns)].filter((column) => !known.includes(column))).toEqual([]);
  });
});
