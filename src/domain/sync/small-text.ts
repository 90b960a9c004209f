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

/** RFC 9562, 5.7: the first twelve digits of an id of version 7 are milliseconds since 1970, and the next is the version. */
const TIMED_ID = /^.{14}7/;
const TIME_DIGITS = 12;
const REST_DIGITS = 19;
const UUID_DIGITS = 32;
const HYPHENS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
const withHyphens = (digits: string) => digits.replace(HYPHENS, '$1-$2-$3-$4-$5');
const MINUTE_MS = 60_000;
const minuteOf = (ms: number) => Math.floor(ms / MINUTE_MS);
const PART = '!';

/**
 * Ids with a time as the minutes before an instant that is near, the milliseconds of that minute, and their other digits; other ids as all their digits.
 * @param near an instant for each id, in ms
 */
export function packIds(ids: readonly string[], near: readonly number[]): string {
  const [timed, others, within]: [string[], string[], number[]] = [[], [], []];
  const minutes = ids.map((id, at) => {
    const digits = id.replaceAll('-', '');
    if (!TIMED_ID.test(id)) {
      others.push(digits);
      return null;
    }
    const ms = Number.parseInt(digits.slice(0, TIME_DIGITS), 16);
    timed.push(digits.slice(UUID_DIGITS - REST_DIGITS));
    within.push(ms % MINUTE_MS);
    return minuteOf(near[at] ?? 0) - minuteOf(ms);
  });
  return [packSeries(minutes), packSeries(within), packDigits([...timed, ...others].join(''))].join(PART);
}

const minutesOf = (text: string) => unpackSeries(text.slice(0, Math.max(text.indexOf(PART), 0)));

export const countPackedIds = (text: string): number => minutesOf(text).length;

/** @throws TypeError for a text that {@link packIds} does not make */
export function unpackIds(text: string, near: readonly number[]): string[] {
  const [, within = '', packedDigits = ''] = text.split(PART);
  const minutes = minutesOf(text);
  const milliseconds = unpackSeries(within);
  const digits = unpackDigits(packedDigits);
  let [timed, other] = [0, milliseconds.length * REST_DIGITS];
  return minutes.map((before, at) => {
    if (before === null) {
      other += UUID_DIGITS;
      return withHyphens(digits.slice(other - UUID_DIGITS, other));
    }
    const ms = (minuteOf(near[at] ?? 0) - before) * MINUTE_MS + Number(milliseconds[timed]);
    timed += 1;
    const rest = digits.slice((timed - 1) * REST_DIGITS, timed * REST_DIGITS);
    return withHyphens(`${ms.toString(16).padStart(TIME_DIGITS, '0')}7${rest}`);
  });
}
