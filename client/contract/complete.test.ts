import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';

/** The methods of an object, including inherited ones except those of Object. */
function methodsOf(object: object): string[] {
  const names: string[] = [];
  for (
    let prototype = Object.getPrototypeOf(object);
    prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    names.push(...Object.getOwnPropertyNames(prototype));
  }
  return names;
}

// Private in TypeScript, but present at runtime; await calls `then`.
const internal = new Set([
  'constructor',
  'then',
  'decorateFetch',
  'cloneRequestState',
  'processResponse',
]);

const client = createClient('http://localhost', 'key').schema('public');
const all = [client, client.from('any'), client.from('any').select()].flatMap(methodsOf);
const methods = new Set(all.filter((name) => !internal.has(name)));

const tests = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts') && name !== 'complete.test.ts')
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n');

it('finds the methods of the client', () => {
  expect(methods.size).toBeGreaterThan(55);
});

it.each([...methods])('%s() is called by a test', (name) => {
  expect(tests).toMatch(new RegExp(String.raw`\.${name}\s*(<[^;]*?>)?\(`));
});
