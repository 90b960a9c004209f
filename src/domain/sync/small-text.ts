/** Numbers and ids as texts that stay small on the line: six bits a letter, the alphabet of base64url (RFC 4648). */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES: ReadonlyMap<string, number> = new Map([...LETTERS].map((letter, value) => [letter, value]));
const NONE = '.';

const letterOf = (value: number) => LETTERS.charAt(value);
const sixBitsOf = (letter: string): number => {
  const value = VALUES.get(letter);
  if (value === undefined) throw new TypeError(`No letter of a packed text: ${letter}`);
  return value;
};

/** Of each digit the highest bit says whether another follows; of the first one the lowest is the sign. */
const MORE = 32;
const FIRST = 16;

function packed(number: number): string {
  let rest = Math.abs(number);
  let digit = (rest % FIRST) * 2 + (number < 0 ? 1 : 0);
  rest = Math.floor(rest / FIRST);
  let text = '';
  while (rest > 0) {
    text += letterOf(digit + MORE);
    digit = rest % MORE;
    rest = Math.floor(rest / MORE);
  }
  return text + letterOf(digit);
}

/** Whole numbers in a variable length, as in the mappings of a source map (ECMA-426), but up to 2⁵³; null where there is none. */
export const packNumbers = (numbers: readonly (number | null)[]): string =>
  numbers.map((number) => (number === null ? NONE : packed(number))).join('');

/** @throws TypeError for a text that {@link packNumbers} does not make */
export function unpackNumbers(text: string): (number | null)[] {
  const numbers: (number | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) === NONE) {
      numbers.push(null);
      continue;
    }
    let digit = sixBitsOf(text.charAt(at));
    const negative = digit % 2 === 1;
    let number = Math.floor((digit % MORE) / 2);
    for (let scale = FIRST; digit >= MORE; scale *= MORE) {
      at += 1;
      digit = sixBitsOf(text.charAt(at));
      number += (digit % MORE) * scale;
    }
    numbers.push(negative ? -number : number);
  }
  return numbers;
}

/** Three hexadecimal digits are two letters. */
const HEX_DIGITS = 3;
const UUID_DIGITS = 32;
const HYPHENS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** @param ids UUIDs in small letters */
export function packIds(ids: readonly string[]): string {
  const digits = ids.map((id) => id.replaceAll('-', '')).join('');
  let text = '';
  for (let at = 0; at < digits.length; at += HEX_DIGITS) {
    const value = Number.parseInt(digits.slice(at, at + HEX_DIGITS).padEnd(HEX_DIGITS, '0'), 16);
    text += letterOf(Math.floor(value / 64)) + letterOf(value % 64);
  }
  return text;
}

/** How many ids a text is made of. */
export const packedIds = (text: string): number => Math.floor(((text.length / 2) * HEX_DIGITS) / UUID_DIGITS);

/** @throws TypeError for a text that {@link packIds} does not make */
export function unpackIds(text: string): string[] {
  let digits = '';
  for (let at = 0; at < text.length; at += 2)
    digits += (sixBitsOf(text.charAt(at)) * 64 + sixBitsOf(text.charAt(at + 1))).toString(16).padStart(HEX_DIGITS, '0');
  return Array.from({ length: packedIds(text) }, (_, at) =>
    digits.slice(at * UUID_DIGITS, (at + 1) * UUID_DIGITS).replace(HYPHENS, '$1-$2-$3-$4-$5'),
  );
}
