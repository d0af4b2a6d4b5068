import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import fonts from './print-fonts.json' with { type: 'json' };
import { massifOf } from '../src/shared/art/massif-of.ts';
import { drawnMountains, toubkal } from '../src/shared/art/mountains.ts';
import { shapes } from '../src/shared/art/peaks/shapes.ts';
import { columnsOf, skylineOf } from '../src/shared/art/peaks/skyline.ts';

// The lines of a printed mountain: the resolution of an A4 page.
const extent = { face: 38, plain: 16, points: 300, margin: 0.5, reach: 0.8, gap: 0.012 };

/**
 * Writes dist/print/ for the server, which renders the PDFs and preview images: fonts, texts and
 * the mountains (so that there is one generator). The fonts are static WOFF 1.0, which
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
        const messages = join(root, `src/shared/i18n/${language}/print.json`);
        emit(`words.${language}.json`, readFileSync(messages));
      }
      emit('massifs.json', JSON.stringify(massifs()));
    },
  };
}

// Altitudes of the skyline over its frame, in metres, for charts.
function profileOf(slug: string): number[] {
  const shape = shapes[slug];
  if (shape === undefined) throw new Error(`${slug} has no shape`);
  const [left, right] = shape.frameKm;
  const skyline = skylineOf(slug, shape, columnsOf(shape, left, right, 90));
  return skyline.map(({ z }) => Math.round(z));
}

function massifs() {
  return Object.fromEntries(
    [...drawnMountains, toubkal].map(({ slug, heightM, attempt }) => {
      const { rows, points, heights, tones, drops, crestRows } = massifOf(
        { slug, heightM },
        extent,
      );
      const packed = Uint16Array.from(heights, (height) => Math.round(height * 65535));
      return [
        slug,
        {
          rows,
          points,
          crestRows,
          attempt,
          heights: Buffer.from(packed.buffer).toString('base64'),
          tones: Buffer.from(Uint8Array.from(tones, (tone) => Math.round(tone * 255))).toString(
            'base64',
          ),
          profile: profileOf(slug),
          baseM: shapes[slug]?.baseM ?? 0,
          drops: Array.from(drops, (drop) => Math.round(drop * 1e5) / 1e5),
        },
      ];
    }),
  );
}
