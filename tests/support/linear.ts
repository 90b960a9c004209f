import { expect } from 'vitest';

const ACUTE = '\u0301';
/** Marks of different combining classes, which normalisation must sort. */
const MARKS = '\u0301\u0316\u0327\u0334';

const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Texts that make a pattern or normalisation slow, by length. */
const NASTY: Readonly<Record<string, (length: number) => string>> = {
  letters: (n) => filled('a', n),
  'a letter under accents, then a digit': (n) => `a${filled(ACUTE, n)}1`,
  'marks that must be sorted': (n) => `a${filled(MARKS, n)}1`,
  'accented letters': (n) => `${filled(`e${ACUTE}`, n)}1`,
  blanks: (n) => filled(' ', n),
  'blanks between letters': (n) => `a${filled(' ', n)}b`,
  'tabs and blanks between letters': (n) => `a${filled('\t \u00a0', n)}b`,
  'line breaks': (n) => `a${filled('\r\n', n)}b`,
  'hyphens and apostrophes': (n) => `${filled("a-a'a’a ", n)}1`,
  'words of one letter': (n) => `${filled('a ', n)}1`,
  'dots before the at': (n) => `${filled('a.', n)}@`,
  'dots after the at': (n) => `a@${filled('a.', n)}`,
  'hyphens after the at': (n) => `a@${filled('a-', n)}.`,
  'one at after another': (n) => filled('a@a.', n),
  digits: (n) => `${filled('9', n)}x`,
  'digits on both sides of the mark': (n) => `${filled('9', n / 2)}.${filled('9', n / 2)}x`,
  'nothing but commas': (n) => filled('a,', n),
  'quotes that do not close': (n) => `"${filled('a""', n)}`,
  'quotes after quotes': (n) => filled('"', n),
  'what looks like an escape': (n) => filled('_x0041', n),
  'slashes and dots': (n) => `${filled('../', n)}x`,
  'half of a character': (n) => filled('\ud800', n),
  emoji: (n) => filled('👶🏽', n),
  'letters that grow': (n) => filled('ßŉ\ufdfa', n),
  jamo: (n) => filled('\u1100\u1161\u11a8', n),
  'control characters': (n) => filled('\u0000\u0007', n),
  'invisible marks': (n) => `a${filled('\u200b\u202e', n)}b`,
};

const SHORT = 10_000;
const TIMES = 8;
/** Linear work takes 8 times as long for 8 times the text, quadratic work 64 times. */
const MAX_FACTOR = 24;
/** Shorter times are indistinguishable from noise and count as this. */
const MEASURABLE_MS = 3;
const RUNS = 3;

const texts = Object.entries(NASTY).map(([name, make]) => ({ name, short: make(SHORT), long: make(SHORT * TIMES) }));

/** Processor time in ms, which other processes do not affect. */
function timed(work: () => unknown): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

/** The shortest of several runs, because compilation and garbage collection only add time. Stops once a run is short enough. */
function shortest(work: () => unknown, enough: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && best > enough; run += 1) {
    best = Math.min(best, timed(work));
  }
  return best;
}

/** Fails if the work grows clearly faster than the text. */
export function expectLinear<T = string>(
  work: (input: T) => unknown,
  prepare: (text: string) => T = (text) => text as T,
): void {
  for (const { name, ...text } of texts) {
    const [short, long] = [prepare(text.short), prepare(text.long)];
    const bound =
      MAX_FACTOR *
      Math.max(
        MEASURABLE_MS,
        shortest(() => work(short), MEASURABLE_MS),
      );
    const used = shortest(() => work(long), bound);
    expect(used, `${name}: ms for ${SHORT * TIMES} characters`).toBeLessThanOrEqual(bound);
  }
}
