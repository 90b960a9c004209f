import { hasLetterOrDigit, searchWords } from '../text.ts';

export interface MarkedPart {
  readonly text: string;
  readonly isMatch: boolean;
}

const foldCharacter = (character: string) => character.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('es');

/** Where a word stands in a folded text: at the beginning of a word, else within one; -1 if nowhere. */
function placeOf(word: string, folded: string): number {
  const beginning = ` ${folded}`.indexOf(` ${word}`);
  return beginning >= 0 ? beginning : folded.indexOf(word);
}

/** A name in parts, so that what a search found in it can be marked; accents and capitals stay. */
export function markedParts(name: string, q: string): MarkedPart[] {
  const characters = [...name];
  const foldedCharacters = characters.map(foldCharacter);
  const marked = characters.map(() => false);
  const folded = foldedCharacters.join('');
  for (const word of searchWords(q).filter(hasLetterOrDigit)) {
    const from = placeOf(word, folded);
    if (from < 0) continue;
    let at = 0;
    foldedCharacters.forEach((character, index) => {
      if (at >= from && at < from + word.length) marked[index] = true;
      at += character.length;
    });
  }
  const parts: MarkedPart[] = [];
  characters.forEach((character, index) => {
    const isMatch = marked[index] ?? false;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) parts[parts.length - 1] = { isMatch, text: last.text + character };
    else parts.push({ isMatch, text: character });
  });
  return parts;
}
