// Packs the common passwords that our own rule lets through into src/domain/passwords/common-passwords.ts:
//   node scripts/pack-common-passwords.mjs
// Needed again when the package that knows them is renewed; a test compares what is packed with what it knows.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { root } from './lib/run.mjs';

const list = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');

/** Eight characters, a digit, and letters for both cases: no other password is ever looked for. */
const mayBeChosen = (word) => word.length >= 8 && /\d/.test(word) && /\p{L}.*\p{L}/u.test(word);

/** A capital letter for how much of the word before is repeated, then the rest; 22 % smaller after compression. */
const MOST_REPEATED = 25;
function packed(words) {
  let before = '';
  let text = '';
  for (const word of words) {
    let same = 0;
    while (same < MOST_REPEATED && same < word.length && word[same] === before[same]) same += 1;
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
