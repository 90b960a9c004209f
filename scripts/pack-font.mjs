// Packs the letters that the application's texts use of its font into src/web/theme/fonts/atkinson-spanish.woff2:
//   node scripts/pack-font.mjs
// Run it again when the font's package is updated, or a text needs another letter; a test checks the letters.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import subsetFont from 'subset-font';
import { SPANISH, WEIGHTS } from './lib/font-letters.mjs';
import { root } from './lib/run.mjs';

const whole = createRequire(import.meta.url).resolve(
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
);
const part = await subsetFont(readFileSync(whole), SPANISH, {
  targetFormat: 'woff2',
  variationAxes: { wght: WEIGHTS },
});
writeFileSync(resolve(root, 'src/web/theme/fonts/atkinson-spanish.woff2'), part);
