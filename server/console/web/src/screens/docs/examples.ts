import type { Relation } from '@/kit/types.ts';

export type Language = 'curl' | 'JavaScript' | 'Python' | 'Dart';
export type Verb = 'select' | 'insert' | 'update' | 'delete';

export const languages: Language[] = ['curl', 'JavaScript', 'Python', 'Dart'];
export const verbs: Verb[] = ['select', 'insert', 'update', 'delete'];

/** A value of a column's type, as JSON. */
function sample(category: string, type: string): unknown {
  if (type === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (type === 'json' || type === 'jsonb') return {};
  if (category === 'N') return 1;
  if (category === 'B') return true;
  if (category === 'D') return '2026-01-31T12:00:00Z';
  if (category === 'A') return [];
  return 'text';
}

/** The columns that a client would set: those without a default. */
function row(about: Relation): Record<string, unknown> {
  const columns = about.columns.filter(
    (c) => c.default === null && c.identity === '' && c.generated === '',
  );
  const chosen = columns.length > 0 ? columns : about.columns.slice(1, 2);
  return Object.fromEntries(chosen.map((c) => [c.name, sample(c.category, c.type)]));
}

export interface Call {
  method: string;
  path: string;
  body?: unknown;
}

/** The request of an example, below /rest/v1. */
export function call(about: Relation, verb: Verb): Call {
  const name = encodeURIComponent(about.name);
  const key = about.key[0] ?? about.columns[0]?.name ?? 'id';
  const column = about.columns.find((c) => c.name === key);
  const one = `${key}=eq.${encodeURIComponent(String(sample(column?.category ?? 'N', column?.type ?? '')))}`;
  switch (verb) {
    case 'select':
      return { method: 'GET', path: `/${name}?select=*&limit=10` };
    case 'insert':
      return { method: 'POST', path: `/${name}`, body: row(about) };
    case 'update':
      return { method: 'PATCH', path: `/${name}?${one}`, body: row(about) };
    case 'delete':
      return { method: 'DELETE', path: `/${name}?${one}` };
  }
}

/** The example of a verb in a language. */
export function example(
  about: Relation,
  verb: Verb,
  language: Language,
  address: string,
  anonKey: string,
): string {
  const { method, path, body } = call(about, verb);
  const key = about.key[0] ?? about.columns[0]?.name ?? 'id';
  const column = about.columns.find((c) => c.name === key);
  const value = JSON.stringify(sample(column?.category ?? 'N', column?.type ?? ''));
  const data = JSON.stringify(row(about));
  const table = about.schema === 'public' ? '' : about.schema;
  switch (language) {
    case 'curl':
      return [
        `curl ${method === 'GET' ? '' : `-X ${method} `}'${address}/rest/v1${path}' \\`,
        `  -H 'apikey: ${anonKey}' \\`,
        `  -H "Authorization: Bearer $ACCESS_TOKEN"`,
        ...(table === ''
          ? []
          : [`  -H '${method === 'GET' ? 'Accept' : 'Content'}-Profile: ${table}'`]),
        ...(body === undefined
          ? []
          : [`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(body)}'`]),
      ]
        .map((line, i, all) => (i < all.length - 1 && !line.endsWith('\\') ? `${line} \\` : line))
        .join('\n');
    case 'JavaScript': {
      const from = `${table === '' ? 'supabase' : `supabase.schema('${table}')`}.from('${about.name}')`;
      const chain = {
        select: `.select('*').limit(10)`,
        insert: `.insert(${data}).select()`,
        update: `.update(${data}).eq('${key}', ${value}).select()`,
        delete: `.delete().eq('${key}', ${value})`,
      }[verb];
      return `import { createClient } from '@supabase/supabase-js';

const supabase = createClient('${address}', '${anonKey}');
const { data, error } = await ${from}${chain};`;
    }
    case 'Python': {
      const from = `supabase${table === '' ? '' : `.schema("${table}")`}.table("${about.name}")`;
      const literal = data.replaceAll('true', 'True').replaceAll('null', 'None');
      const chain = {
        select: `.select("*").limit(10)`,
        insert: `.insert(${literal})`,
        update: `.update(${literal}).eq("${key}", ${value})`,
        delete: `.delete().eq("${key}", ${value})`,
      }[verb];
      return `from supabase import create_client

supabase = create_client("${address}", "${anonKey}")
response = ${from}${chain}.execute()`;
    }
    case 'Dart': {
      const from = `Supabase.instance.client${table === '' ? '' : `.schema('${table}')`}.from('${about.name}')`;
      const chain = {
        select: `.select().limit(10)`,
        insert: `.insert(${data}).select()`,
        update: `.update(${data}).eq('${key}', ${value}).select()`,
        delete: `.delete().eq('${key}', ${value})`,
      }[verb];
      return `import 'package:supabase_flutter/supabase_flutter.dart';

await Supabase.initialize(url: '${address}', anonKey: '${anonKey}');
final data = await ${from}${chain};`;
    }
  }
}
