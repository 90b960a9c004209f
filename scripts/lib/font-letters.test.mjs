import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SPANISH } from './font-letters.mjs';
import { root } from './run.mjs';

/** Letters of other scripts and of pasted texts, which no screen uses. */
const OTHERS =
  /[＝＠－＋ĩßŠỹöë⁵’²]|\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Han}|\p{Nd}|ﬁ|\p{Extended_Pictographic}|\p{M}|\p{Sk}|\p{Cf}|\p{Cs}/u;

it('the packed font has every letter of the screens', () => {
  const texts = ['src/web', 'src/domain'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  const letters = new Set(texts.join('').match(/[^\p{ASCII}]/gu));
  expect(letters.size).toBeGreaterThan(20);
  expect([...letters].filter((letter) => !SPANISH.includes(letter) && !OTHERS.test(letter))).toEqual([]);
});
