import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';

/** The methods of an object and of all that it inherits, those of every object aside. */
function methodsOf(object: object): string[] {
  const names: string[] = [];
  for (
    let at = Object.getPrototypeOf(object);
    at !== Object.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    names.push(...Object.getOwnPropertyNames(at));
  }
  return names;
}

// What is private in TypeScript is there all the same; `then` is what await calls.
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

it('every method of the client is there to be tested', () => {
  expect(methods.size).toBeGreaterThan(55);
});

it.each([...methods])('%s() is called by a test', (name) => {
  expect(tests).toMatch(new RegExp(String.raw`\.${name}\s*(<[^;]*?>)?\(`));
});
