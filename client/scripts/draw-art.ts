// Draws every mountain into public/art/<slug>.svg, for content that needs a picture with an address.
// `npm run art`; a test fails where the files are not what this draws.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stillOf } from '../src/art/ridge-still.ts';
import { builtInExpeditions } from '../src/features/expeditions/built-in.ts';

const folder = join(import.meta.dirname, '../public/art');

mkdirSync(folder, { recursive: true });
for (const { slug, height_m: heightM, is_attempt: attempt } of builtInExpeditions) {
  writeFileSync(join(folder, `${slug}.svg`), stillOf({ slug, heightM }, attempt));
}
