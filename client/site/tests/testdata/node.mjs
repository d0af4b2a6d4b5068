// Renders pages with the script of the build and Node's own Intl: reads lines of [path, language, state] as JSON, and
// writes a line of {head, app} for each. The argument is the folder dist/render.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createContext, runInContext } from 'node:vm';

const [, , folder] = process.argv;
const read = (name) => readFileSync(join(folder, name), 'utf8');
const context = createContext({ hostLog: console.error, hostSanitize: (html) => html });
// The script brings an Intl for interpreters without one: this one keeps its own.
runInContext(
  `{ const own = Intl; Object.defineProperty(globalThis, 'Intl', { get: () => own, set() {} }); }`,
  context,
);
runInContext(read('main.js'), context);
context.start(read('lines.json'));

for await (const line of createInterface({ input: process.stdin })) {
  context.render(...JSON.parse(line));
  await new Promise(setImmediate); // its promises are settled then
  process.stdout.write(`${context.take()}\n`);
}
