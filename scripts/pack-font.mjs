// Packs what the application's texts need of its font into src/web/theme/fonts/atkinson-spanish.woff2:
//   node scripts/pack-font.mjs
// Needed again when the package that brings the font is renewed, or a text needs another letter; a test looks at the latter.
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
