import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tables, tablesWith } from '@/api/tables';
import { screens } from '@/pages/admin/screens';

const sqlIn = (folder: string): string =>
  readdirSync(resolve('..', folder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => readFileSync(resolve('..', folder, name), 'utf8'))
    .join('\n');

/** The names that a pattern captures in SQL, each once, in alphabetical order. */
const namesIn = (sql: string, pattern: RegExp): string[] =>
  [...new Set([...sql.matchAll(pattern)].map(([, name = '']) => name))].toSorted();

const schema = sqlIn('schema');
const policies = sqlIn('policies');

describe('the tables', () => {
  it('are those that the migrations create', () => {
    const created = namesIn(schema, /^create table (?:if not exists )?public\.(\w+)/gm);
    expect(Object.keys(tables).toSorted()).toEqual(created);
  });

  it('that are followed are those of the realtime publication', () => {
    const published = namesIn(
      policies,
      /^alter publication supabase_realtime add table public\.(\w+);/gm,
    );
    expect(tablesWith('live')).toEqual(published);
  });

  it('that are audited are those of the migrations', () => {
    expect(tablesWith('audited')).toEqual(namesIn(schema, /private\.audit\('public\.(\w+)'/g));
  });

  it('that are in the trash are those of the migrations', () => {
    const kept = namesIn(schema, /private\.keep_deleted\('public\.(\w+)'(?!, part_of)/g);
    expect(tablesWith('trash')).toEqual(kept);
  });

  it('that are public are those that anon may read', () => {
    const granted = namesIn(policies, /^grant select on public\.(\w+) to anon\b/gm);
    expect(tablesWith('public')).toEqual(granted);
  });

  it('have screens of the back-office', () => {
    const paths = screens.flatMap(({ path, alsoAt = [] }) => [path, ...alsoAt]);
    const named = Object.values(tables).flatMap(({ screen, item }) => [
      ...(screen === null ? [] : [screen]),
      ...(item === null ? [] : [item.list]),
    ]);
    expect(named.filter((path) => !paths.some((each) => each === path.split('?')[0]))).toEqual([]);
  });
});
