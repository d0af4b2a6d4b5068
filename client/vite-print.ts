import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import fonts from './print-fonts.json' with { type: 'json' };
import { expeditions } from './src/api/built-in/expeditions.gen.ts';
import { press } from './src/api/built-in/press.gen.ts';
import { settings } from './src/api/built-in/settings.gen.ts';
import { topics } from './src/api/built-in/topics.gen.ts';
import { massifOf } from './src/art/ridgeline.ts';

// Lines of a printed mountain and points of a line: the resolution of an A4 page.
const rows = 52;
const points = 240;

// Content of the PDFs if the database is down.
const builtIn = {
  settings: [...settings.rows, ...press.rows],
  expeditions: expeditions.rows,
  topics: topics.rows,
};

/**
 * Writes dist/print/ for the server, which renders the PDFs and preview images: fonts, texts, the
 * mountains (so that there is one generator) and the built-in rows. The fonts are static WOFF 1.0, which
 * the server's font library reads. Martian Mono in fonts/ is from @fontsource/martian-mono 5.3.0, since
 * the variable package has WOFF 2.0 only.
 */
export function printFiles(root: string): Plugin {
  return {
    name: 'toubkal-print-files',
    apply: 'build',
    generateBundle() {
      const emit = (name: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName: `print/${name}`, source });
      for (const [name, file] of Object.entries(fonts)) {
        emit(`fonts/${name}.woff`, readFileSync(join(root, file)));
      }
      for (const language of ['en', 'fr', 'ar']) {
        const messages = join(root, `src/i18n/${language}/print.json`);
        emit(`words.${language}.json`, readFileSync(messages));
      }
      emit('massifs.json', JSON.stringify(massifs()));
      for (const [name, table] of Object.entries(builtIn)) {
        emit(`built-in/${name}.json`, JSON.stringify(table));
      }
    },
  };
}

function massifs() {
  return Object.fromEntries(
    expeditions.rows.map(({ slug, height_m: heightM, is_attempt: attempt }) => {
      const { heights } = massifOf({ slug, heightM }, rows, points);
      const packed = Uint16Array.from(heights, (height) => Math.round(height * 65535));
      return [
        slug,
        { rows, points, attempt, heights: Buffer.from(packed.buffer).toString('base64') },
      ];
    }),
  );
}
