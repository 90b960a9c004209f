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

/** Before numbers that travel as differences. */
const DIFFERENCES = '~';

const differencesOf = (numbers: readonly (number | null)[]) => {
  let before = 0;
  return numbers.map((one) => {
    if (one === null) return null;
    const difference = one - before;
    before = one;
    return difference;
  });
};

/** A column of whole numbers below 2⁵² on either side of zero: as they are, or each as what it is more than the one before, whichever is shorter. */
export function packSeries(numbers: readonly (number | null)[]): string {
  const [plain, differences] = [packNumbers(numbers), packNumbers(differencesOf(numbers))];
  return differences.length < plain.length ? DIFFERENCES + differences : plain;
}

/** @throws TypeError for a text that {@link packSeries} does not make */
export function unpackSeries(text: string): (number | null)[] {
  if (!text.startsWith(DIFFERENCES)) return unpackNumbers(text);
  let sum = 0;
  return unpackNumbers(text.slice(DIFFERENCES.length)).map((one) => {
    if (one === null) return null;
    sum += one;
    return sum;
  });
}

/** Three hexadecimal digits are two letters. */
const HEX_DIGITS = 3;
const packDigits = (digits: string) => {
  let text = '';
  for (let at = 0; at < digits.length; at += HEX_DIGITS) {
    const value = Number.parseInt(digits.slice(at, at + HEX_DIGITS).padEnd(HEX_DIGITS, '0'), 16);
    text += letterOf(Math.floor(value / 64)) + letterOf(value % 64);
  }
  return text;
};
const unpackDigits = (text: string) => {
  let digits = '';
  for (let at = 0; at < text.length; at += 2)
    digits += (sixBitsOf(text.charAt(at)) * 64 + sixBitsOf(text.charAt(at + 1))).toString(16).padStart(HEX_DIGITS, '0');
  return digits;
};

/** Where RFC 9562 says of what kind an id is: in random ones the digit of the version is always 4, and that of the variant one of four. */
const RANDOM_ID = /^.{14}4.{4}[89ab]/;
const WITHOUT_KIND = /^(.{8})(.{4})4(.{3})(.)(.{15})$/;
const VARIANTS = '89ab';
/** Of what an id of random digits leaves, and the variants of three ids in one letter. */
const RANDOM_DIGITS = 30;
const RANDOM_LETTERS = (RANDOM_DIGITS / HEX_DIGITS) * 2;
const VARIANTS_IN_LETTER = 3;
/** Before ids that are not all random. */
const ANY = '.';
const UUID_DIGITS = 32;
const HYPHENS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
const withHyphens = (digits: string) => digits.replace(HYPHENS, '$1-$2-$3-$4-$5');

/** @param ids UUIDs in small letters */
export function packIds(ids: readonly string[]): string {
  const digits = ids.map((id) => id.replaceAll('-', ''));
  if (!ids.every((id) => RANDOM_ID.test(id))) return ANY + packDigits(digits.join(''));
  let variants = '';
  for (let at = 0; at < ids.length; at += VARIANTS_IN_LETTER) {
    const three = [0, 1, 2].map((more) => Math.max(VARIANTS.indexOf(digits[at + more]?.charAt(16) ?? ''), 0));
    variants += letterOf(three.reduce((sum, one) => sum * VARIANTS.length + one, 0));
  }
  return packDigits(digits.map((one) => one.replace(WITHOUT_KIND, '$1$2$3$5')).join('')) + variants;
}

/** How many ids a text is made of. */
export const packedIds = (text: string): number =>
  text.startsWith(ANY)
    ? Math.floor((((text.length - ANY.length) / 2) * HEX_DIGITS) / UUID_DIGITS)
    : Math.floor((text.length * VARIANTS_IN_LETTER) / (RANDOM_LETTERS * VARIANTS_IN_LETTER + 1));

/** @throws TypeError for a text that {@link packIds} does not make */
export function unpackIds(text: string): string[] {
  const many = packedIds(text);
  if (text.startsWith(ANY)) {
    const digits = unpackDigits(text.slice(ANY.length));
    return Array.from({ length: many }, (_, at) => withHyphens(digits.slice(at * UUID_DIGITS, (at + 1) * UUID_DIGITS)));
  }
  const digits = unpackDigits(text.slice(0, many * RANDOM_LETTERS));
  const variants = [...text.slice(many * RANDOM_LETTERS)].map(sixBitsOf);
  return Array.from({ length: many }, (_, at) => {
    const own = digits.slice(at * RANDOM_DIGITS, (at + 1) * RANDOM_DIGITS);
    const three = variants[Math.floor(at / VARIANTS_IN_LETTER)] ?? 0;
    const variant = VARIANTS.charAt(
      Math.floor(three / VARIANTS.length ** (2 - (at % VARIANTS_IN_LETTER))) % VARIANTS.length,
    );
    return withHyphens(`${own.slice(0, 12)}4${own.slice(12, 15)}${variant}${own.slice(15)}`);
  });
}
