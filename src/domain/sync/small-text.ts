/** Numbers and ids as short texts: six bits a letter, in the alphabet of base64url (RFC 4648). */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES: ReadonlyMap<string, number> = new Map([...LETTERS].map((letter, value) => [letter, value]));
const EMPTY = '.';

const letterOf = (value: number) => LETTERS.charAt(value);
const sixBitsOf = (letter: string): number => {
  const value = VALUES.get(letter);
  if (value === undefined) throw new TypeError(`No letter of a packed text: ${letter}`);
  return value;
};

/** The highest bit of a digit says that another follows; the lowest bit of the first digit is the sign. */
const CONTINUES = 32;
const FIRST = 16;

function packed(number: number): string {
  let rest = Math.abs(number);
  let digit = (rest % FIRST) * 2 + (number < 0 ? 1 : 0);
  rest = Math.floor(rest / FIRST);
  let text = '';
  while (rest > 0) {
    text += letterOf(digit + CONTINUES);
    digit = rest % CONTINUES;
    rest = Math.floor(rest / CONTINUES);
  }
  return text + letterOf(digit);
}

/** Whole numbers up to 2⁵³ in a variable length, as in the mappings of a source map (ECMA-426); null for an empty value. */
export const packNumbers = (numbers: readonly (number | null)[]): string =>
  numbers.map((number) => (number === null ? EMPTY : packed(number))).join('');

/** @throws TypeError for a text that {@link packNumbers} does not make */
export function unpackNumbers(text: string): (number | null)[] {
  const numbers: (number | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) === EMPTY) {
      numbers.push(null);
      continue;
    }
    let digit = sixBitsOf(text.charAt(at));
    const negative = digit % 2 === 1;
    let number = Math.floor((digit % CONTINUES) / 2);
    for (let scale = FIRST; digit >= CONTINUES; scale *= CONTINUES) {
      at += 1;
      digit = sixBitsOf(text.charAt(at));
      number += (digit % CONTINUES) * scale;
    }
    numbers.push(negative ? -number : number);
  }
  return numbers;
}

const DIFFERENCES_PREFIX = '~';

const differencesOf = (numbers: readonly (number | null)[]) => {
  let before = 0;
  return numbers.map((one) => {
    if (one === null) return null;
    const difference = one - before;
    before = one;
    return difference;
  });
};

/** Whole numbers between −2⁵² and 2⁵², as they are or as differences from the number before, whichever is shorter. */
export function packSeries(numbers: readonly (number | null)[]): string {
  const [plain, differences] = [packNumbers(numbers), packNumbers(differencesOf(numbers))];
  return differences.length < plain.length ? DIFFERENCES_PREFIX + differences : plain;
}

/** @throws TypeError for a text that {@link packSeries} does not make */
export function unpackSeries(text: string): (number | null)[] {
  if (!text.startsWith(DIFFERENCES_PREFIX)) return unpackNumbers(text);
  let sum = 0;
  return unpackNumbers(text.slice(DIFFERENCES_PREFIX.length)).map((one) => {
    if (one === null) return null;
    sum += one;
    return sum;
  });
}

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

/** RFC 9562: in a random id the version digit is 4 and the variant digit one of four, so two bits hold both. */
const RANDOM_ID = /^.{14}4.{4}[89ab]/;
const WITHOUT_KIND = /^(.{8})(.{4})4(.{3})(.)(.{15})$/;
const VARIANTS = '89ab';
const RANDOM_DIGITS = 30;
const RANDOM_LETTERS = (RANDOM_DIGITS / HEX_DIGITS) * 2;
const VARIANTS_IN_LETTER = 3;
const ANY_ID_PREFIX = '.';
const UUID_DIGITS = 32;
const HYPHENS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
const withHyphens = (digits: string) => digits.replace(HYPHENS, '$1-$2-$3-$4-$5');

export function packIds(ids: readonly string[]): string {
  const digits = ids.map((id) => id.replaceAll('-', ''));
  if (!ids.every((id) => RANDOM_ID.test(id))) return ANY_ID_PREFIX + packDigits(digits.join(''));
  let variants = '';
  for (let at = 0; at < ids.length; at += VARIANTS_IN_LETTER) {
    const three = [0, 1, 2].map((more) => Math.max(VARIANTS.indexOf(digits[at + more]?.charAt(16) ?? ''), 0));
    variants += letterOf(three.reduce((sum, one) => sum * VARIANTS.length + one, 0));
  }
  return packDigits(digits.map((one) => one.replace(WITHOUT_KIND, '$1$2$3$5')).join('')) + variants;
}

export const countPackedIds = (text: string): number =>
  text.startsWith(ANY_ID_PREFIX)
    ? Math.floor((((text.length - ANY_ID_PREFIX.length) / 2) * HEX_DIGITS) / UUID_DIGITS)
    : Math.floor((text.length * VARIANTS_IN_LETTER) / (RANDOM_LETTERS * VARIANTS_IN_LETTER + 1));

/** @throws TypeError for a text that {@link packIds} does not make */
export function unpackIds(text: string): string[] {
  const count = countPackedIds(text);
  if (text.startsWith(ANY_ID_PREFIX)) {
    const digits = unpackDigits(text.slice(ANY_ID_PREFIX.length));
    return Array.from({ length: count }, (_, at) =>
      withHyphens(digits.slice(at * UUID_DIGITS, (at + 1) * UUID_DIGITS)),
    );
  }
  const digits = unpackDigits(text.slice(0, count * RANDOM_LETTERS));
  const variants = [...text.slice(count * RANDOM_LETTERS)].map(sixBitsOf);
  return Array.from({ length: count }, (_, at) => {
    const own = digits.slice(at * RANDOM_DIGITS, (at + 1) * RANDOM_DIGITS);
    const three = variants[Math.floor(at / VARIANTS_IN_LETTER)] ?? 0;
    const variant = VARIANTS.charAt(
      Math.floor(three / VARIANTS.length ** (2 - (at % VARIANTS_IN_LETTER))) % VARIANTS.length,
    );
    return withHyphens(`${own.slice(0, 12)}4${own.slice(12, 15)}${variant}${own.slice(15)}`);
  });
}
