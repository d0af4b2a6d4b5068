// `npm run art`: draws every mountain into public/art, and writes the generated modules of src/shared/art.
// A test fails if a file differs from its drawing.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { artFiles, cardSummitsSource, profileFramesSource, worldFiles } from './art-files.ts';

const client = join(import.meta.dirname, '..');
const folder = join(client, 'public/art');
const files = artFiles();

mkdirSync(folder, { recursive: true });
for (const old of readdirSync(folder)) if (!files.has(old)) rmSync(join(folder, old));
for (const [name, text] of files) writeFileSync(join(folder, name), text);
writeFileSync(join(client, 'src/shared/art/card-summits.gen.ts'), cardSummitsSource());
writeFileSync(join(client, 'src/shared/art/profile-frames.gen.ts'), profileFramesSource());
writeFileSync(join(client, 'src/shared/art/map-points.gen.ts'), worldFiles().source);
