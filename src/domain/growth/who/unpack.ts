const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CONTINUES = 32;

/** Whole numbers in base 32 with a continuation bit, sign last, as source maps write theirs. */
function wholeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let place = 1;
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    value += (digit % CONTINUES) * place;
    place *= CONTINUES;
    if (digit >= CONTINUES) continue;
    numbers.push(value % 2 === 1 ? -(value - 1) / 2 : value / 2);
    value = 0;
    place = 1;
  }
  return numbers;
}

/**
 * A column of figures as `scripts/pack-who-figures.mjs` wrote it: the changes of the changes of whole numbers.
 * @param scale what the whole numbers are divided by; one division, so each figure is exactly the published decimal
 */
export function unpack(text: string, scale: number): number[] {
  let change = 0;
  let value = 0;
  return wholeNumbers(text).map((difference) => {
    change += difference;
    value += change;
    return value / scale;
  });
}
