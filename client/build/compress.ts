import { readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const kinds = /\.(js|css|svg|json|txt|webmanifest)$/;
const minSize = 1024; // bytes: a smaller file fits in one packet anyway
/** Quality 11 makes the files 1.6 % smaller, and takes 8 seconds of processor time instead of 3. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/**
 * Writes name.br and name.gz beside every file that compresses well. What only the server reads is
 * excluded.
 */
export async function compress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => kinds.test(name) && !/^(print|render|\.vite)\//.test(name))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).size > minSize);
  await Promise.all(files.map(siblings));
}

async function siblings(file: string): Promise<void> {
  const content = await readFile(file);
  await Promise.all([
    writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli)),
    writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 })),
  ]);
}
