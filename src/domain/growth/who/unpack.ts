const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CONTINUES = 32;

/** Base 32 with a continuation bit, sign last, as in source maps. */
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

/** Decodes second differences from `scripts/pack-who-figures.mjs`. @param scale divisor; a single division gives exactly the published decimal */
export function unpack(text: string, scale: number): number[] {
  let change = 0;
  let value = 0;
  return wholeNumbers(text).map((difference) => {
    change += difference;
    value += change;
    return value / scale;
  });
}
