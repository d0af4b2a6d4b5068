import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicRows } from '../src/shared/api/public-data';
import type { Json } from '../src/shared/api/schema.gen';

// The rows of a freshly seeded site, from schema/seeds.

const folder = join(import.meta.dirname, '../../schema/seeds');

type Value = string | number | boolean | null;

/** The rows of the insert statements of a table, by column. */
function seedsOf<Row extends object>(table: string): Row[] {
  const insert = new RegExp(
    `insert into public\\.${table}\\s*\\(([^)]*)\\) values(.*?)on conflict`,
    'gs',
  );
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll(/^--.*$/gm, ''))
    .flatMap((sql) => [...sql.matchAll(insert)])
    .flatMap(([, columns = '', values = '']) => {
      const names = columns.split(',').map((name) => name.trim());
      return valuesIn(values, names.length).map((row) => {
        const entries = names.map((name, at) => [name, row[at] ?? null]);
        return Object.fromEntries(entries) as Row; // the database checks the seeds
      });
    });
}

function valuesIn(sql: string, width: number): Value[][] {
  const literals = [...sql.matchAll(/'((?:[^']|'')*)'|-?\d+|true|false|null/g)];
  const values = literals.map(([literal, text]): Value =>
    text === undefined ? JSON.parse(literal) : text.replaceAll("''", "'"),
  );
  return Array.from({ length: values.length / width }, (_, row) =>
    values.slice(row * width, (row + 1) * width),
  );
}

/** The settings. */
export const settings = seedsOf<{ key: string; value: string }>('site_settings').map(
  ({ key, value }): { key: string; value: Json } => ({ key, value: JSON.parse(value) }),
);

// The seeds have the columns that have no default.
const defaults = {
  hero_image_url: null,
  hero_image_alt_en: '',
  hero_image_alt_fr: '',
  hero_image_alt_ar: '',
  published: true,
  picture: null,
};

type Expedition = PublicRows['expeditions'][number];

/** The expeditions, in their order. */
export const expeditions = seedsOf<Omit<Expedition, keyof typeof defaults>>('expeditions').map(
  (row): Expedition => ({ ...defaults, ...row }),
);
